#!/usr/bin/env python3
"""Ray: a task for each shard, run again where its worker is lost.

    examples/cluster/ray_run.py --file sudoku --seed 1 --count 100000 --shards 64 --out /shared/shards

On a cluster: `ray job submit -- python3 ray_run.py …`, with puzgen on every node and the folder shared.
"""

import argparse
import os
import subprocess
import sys

import ray


@ray.remote(num_cpus=1, max_retries=10)
def shard(command, number, shards):
    """Makes a shard, or goes on with it. With its worker, the program ends, too: only one may write a shard."""
    alone = ["setpriv", "--pdeathsig", "KILL"]
    subprocess.run([*alone, *command, "--shard", f"{number}/{shards}"], check=True)
    return number


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--puzgen", default=os.environ.get("PUZGEN", "puzgen"))
    parser.add_argument("--file", default="sudoku")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--out", default="shards")
    asked = parser.parse_args()
    ray.init(log_to_driver=False)
    out = os.path.abspath(asked.out) + "/"
    command = [asked.puzgen, "run", asked.file, "--seed", str(asked.seed), "--count", str(asked.count)]
    command += ["--jobs", "1", "--quiet", "--out", out]
    left = [shard.remote(command, number, asked.shards) for number in range(asked.shards)]
    while left:
        done, left = ray.wait(left)
        for number in ray.get(done):
            print(f"shard {number} is complete", flush=True)


if __name__ == "__main__":
    sys.exit(main())
