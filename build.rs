//! Tells the linker and the finished programs where libz3
//! is, or says in one sentence that it is missing; without the feature `z3` it looks for nothing.
//!
//! Given: `Z3_LIBRARY_PATH_OVERRIDE`, the folder of libz3, from `.deps/z3/cargo.toml` (written by
//! `make setup`, included by `.cargo/config.toml`) or from the shell. The build script of `z3-sys`
//! reads the same variable to link. Must not look for a Z3 of its own: it could be another one than
//! the one `z3-sys` found.

use std::env;
use std::path::PathBuf;

const FOLDER: &str = "Z3_LIBRARY_PATH_OVERRIDE";
const NAMES: [&str; 4] = ["libz3.so", "libz3.dylib", "libz3.a", "libz3.lib"];
const RELOCATABLE: &str = "PUZGEN_RELOCATABLE";
const WAY_OUT: &str = "run `make setup` once, then build again, or build without it: \
                       `--no-default-features --features cli`";

fn main() {
    directive("rerun-if-changed=build.rs");
    directive(&format!("rerun-if-env-changed={RELOCATABLE}"));
    if env::var_os("CARGO_FEATURE_Z3").is_none() {
        return;
    }
    directive(&format!("rerun-if-env-changed={FOLDER}"));
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else {
        return directive(&format!("error=Z3 is not set up: {WAY_OUT}"));
    };
    // Absolute, so that a program finds the library wherever it is started.
    let folder = folder.canonicalize().unwrap_or(folder);
    let mut candidates = NAMES.iter().map(|name| folder.join(name));
    let Some(library) = candidates.find(|path| path.exists()) else {
        let folder = folder.display();
        return directive(&format!("error=no libz3 in {folder}: {WAY_OUT}"));
    };
    directive(&format!("rerun-if-changed={}", library.display()));

    let origin = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("macos") => "@loader_path",
        Ok("windows") => return, // has no such search path: libz3.dll must be on PATH
        _ => "$ORIGIN",
    };
    // An installed program finds the copy that `make install` puts beside it, also when the folder
    // it was built in is gone; everything else finds the one it was linked with. A package is to name
    // no folder of the machine that built it.
    let installed = format!("{origin}/../lib/puzgen");
    let mut places = vec![installed];
    if env::var_os(RELOCATABLE).is_none() {
        places.push(folder.display().to_string());
    }
    for place in places {
        // Not `-Wl,-rpath,…`, which would cut a path at its commas.
        for arg in ["-Xlinker", "-rpath", "-Xlinker", &place] {
            directive(&format!("rustc-link-arg={arg}"));
        }
    }
}

/// Hands one instruction to Cargo.
fn directive(text: &str) {
    println!("cargo::{text}");
}
