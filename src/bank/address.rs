//! Addresses of banks: the paths of files and the addresses of servers.

#[cfg(feature = "postgres")]
use crate::server;
use crate::sql::{Database, SqlError};
use crate::sqlite;

/// Returns whether this is the address of a bank on a server.
pub fn is_server(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

#[cfg(feature = "postgres")]
pub(crate) fn opened(url: &str, is_made: bool) -> Result<Box<dyn Database>, SqlError> {
    Ok(match is_server(url) {
        true => Box::new(server::Server::open(url)?),
        false => Box::new(sqlite::SqliteFile::open(url, is_made)?),
    })
}

#[cfg(not(feature = "postgres"))]
pub(crate) fn opened(url: &str, is_made: bool) -> Result<Box<dyn Database>, SqlError> {
    match is_server(url) {
        true => Err(SqlError("this program was built without PostgreSQL".to_owned())),
        false => Ok(Box::new(sqlite::SqliteFile::open(url, is_made)?)),
    }
}

/// Returns an address without its password; a path as it is.
pub(crate) fn shown_name(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://").filter(|_| is_server(url)) else {
        return url.to_owned();
    };
    match rest.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}")
        }
        None => url.to_owned(),
    }
}
