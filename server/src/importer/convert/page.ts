import type { ConversionReport } from './report'

/** Access of a page conversion to the rest of the project. */
export interface Page {
  /** Path of the page below the documents, for messages. */
  file: string
  /** Text of an included file; null if it does not exist or lies outside the project. */
  include(path: string): string | null
  /** Path of an image in the new folder; null if it does not exist. */
  image(src: string): string | null
  /** Target of a link to another page: `chapter:slug` with an anchor; null if there is no such page. */
  link(href: string): string | null
  report: ConversionReport
}
