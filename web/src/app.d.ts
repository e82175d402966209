declare global {
  namespace App {
    interface Error {
      message: string;
    }

    interface PageData {
      /** The page fills a phone: the tabs give way to it. */
      zen?: boolean;
    }
  }
}

export {};
