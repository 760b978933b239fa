//! Lets programs that cargo runs, such as tests, find the libz3 that they were linked with: cargo adds only folders below
//! its own `target` to the search path of libraries, so the library gets a second name there.

#[cfg(unix)]
fn main() {
    use std::env;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    const FOLDER: &str = "Z3_LIBRARY_PATH_OVERRIDE";
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={FOLDER}");
    let (Some(_), Some(folder)) = (env::var_os("CARGO_FEATURE_Z3"), env::var_os(FOLDER)) else {
        return;
    };
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    // Where the folder is missing, the build script of the program says so.
    let Ok(entries) = PathBuf::from(folder).canonicalize().and_then(fs::read_dir) else { return };
    for entry in entries.flatten() {
        let link = out.join(entry.file_name());
        drop(fs::remove_file(&link));
        symlink(entry.path(), &link).expect("OUT_DIR can be written");
    }
    println!("cargo::rustc-link-search=native={}", out.display());
}

#[cfg(not(unix))]
fn main() {}
