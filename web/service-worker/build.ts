/** Build data for the service worker. */
export interface Build {
  /** Name of the page's entry script. */
  entry: string
  /** Paths of files that every page may need: fetched at install. */
  needed: string[]
  /** Paths of all files with a hash in their names. */
  all: string[]
}
