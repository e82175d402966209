use std::path::{Path, PathBuf};
use std::process::Command;

/// An authority of one's own and a certificate for `127.0.0.1` that it signed, made by `openssl`.
#[derive(Debug)]
pub struct Certificates {
    folder: PathBuf,
}

impl Certificates {
    /// Makes them in this folder.
    #[must_use]
    pub fn make(folder: &Path) -> Self {
        let certificates = Self { folder: folder.to_owned() };
        let authority =
            ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test authority"];
        certificates.openssl(&authority, &["-keyout", "ca.key", "-out", "ca.pem"]);
        let request = ["req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1"];
        certificates.openssl(&request, &["-keyout", "server.key", "-out", "server.csr"]);
        std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1,DNS:localhost").unwrap();
        let sign =
            ["x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
        certificates.openssl(&sign, &["-days", "2", "-extfile", "names", "-out", "server.pem"]);
        certificates
    }

    fn openssl(&self, arguments: &[&str], more: &[&str]) {
        let output =
            Command::new("openssl").current_dir(&self.folder).args(arguments).args(more).output().unwrap();
        assert!(output.status.success(), "openssl: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// The certificate of the authority.
    #[must_use]
    pub fn authority(&self) -> PathBuf {
        self.folder.join("ca.pem")
    }

    /// The certificate of the server.
    #[must_use]
    pub fn server(&self) -> PathBuf {
        self.folder.join("server.pem")
    }

    /// Its key.
    #[must_use]
    pub fn key(&self) -> PathBuf {
        self.folder.join("server.key")
    }
}
