declare global {
  namespace App {
    interface Error {
      message: string;
    }

    interface PageState {
      /** The code of the table that was left for this page. */
      left?: string;
      /** The game was played on from an earlier moment: Back leads to it as it was. */
      branched?: boolean;
    }

    interface PageData {
      /** The page fills a phone: the tabs give way to it. */
      zen?: boolean;
    }
  }
}

export {};
