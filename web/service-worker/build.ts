/** What the service worker knows of the build that it belongs to. */
export interface Build {
  /** The name of the script that the page begins with. */
  entry: string
  /** Paths of what every page may need: fetched as soon as there is time. */
  needed: string[]
  /** Paths of all files with a hash in their names. */
  all: string[]
}
