#!/usr/bin/env python3
"""HyperQueue: a task for each shard.

    examples/cluster/hyperqueue_run.py --file sudoku --seed 1 --count 100000 --shards 64 --out /shared/shards

Without --server it starts a server with --workers workers on this machine; with it, the tasks go to the server whose folder
that is (`hq server start`), whose workers may be anywhere. The same command again goes on with what was stopped.
"""

import argparse
import os
import sys

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig


def submit(client, asked):
    """Submits all shards and waits for them."""
    out = os.path.abspath(asked.out) + "/"
    os.makedirs(out, exist_ok=True)
    job = Job(max_fails=0)
    for number in range(asked.shards):
        command = [os.path.abspath(asked.puzgen) if os.sep in asked.puzgen else asked.puzgen]
        command += ["run", asked.file, "--seed", str(asked.seed), "--count", str(asked.count)]
        # HyperQueue numbers the tasks of a job from 0: `auto` reads that.
        command += ["--shard", f"auto/{asked.shards}", "--jobs", "1", "--quiet", "--out", out]
        job.program(command, name=f"shard {number}", stdout=None, stderr=f"{out}task-{number}.err")
    client.wait_for_jobs([client.submit(job)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--puzgen", default=os.environ.get("PUZGEN", "puzgen"))
    parser.add_argument("--file", default="sudoku")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--out", default="shards")
    parser.add_argument("--server")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if asked.server:
        submit(Client(asked.server), asked)
        return
    with LocalCluster() as cluster:
        for _ in range(asked.workers):
            cluster.start_worker(WorkerConfig(cores=1))
        submit(cluster.client(), asked)


if __name__ == "__main__":
    sys.exit(main())
