import type { SourceQuestion } from '../../questions/rubric'
import type { Balance } from '../../text/balance'

/** Images contained in the file, by the name used in the Markdown. */
export type Images = ReadonlyMap<string, Buffer>
export const noImages: Images = new Map()

/** Result for one item of a file: every item is accepted or reported. */
export type Reading =
  | {
      question: SourceQuestion
      /** Label by which the author recognises the item. */
      item: string
      line: number
      /** Import warnings. */
      notes: string[]
      images: Images
      /** Names of the author's category, joined by `/`; empty if the file has none. */
      category: string
      /** Counts of content of this item: in the file, and in the question. */
      balance: Balance
      /** Warnings among `notes` about losses that the parser itself did not report, which is a defect of the parser. */
      unnamed: string[]
      /** Path of the item's file in a package. */
      file?: string
    }
  | {
      question: null
      item: string
      line: number
      reason: string
      /** Whether the item is no question, such as the other files of a package: reported, but not counted as rejected. */
      isOther?: true
      /** Set if the item is the structure of a test, not a question. */
      paper?: Paper
    }

/** The structure of a test in a package: its sections with the files of their questions. */
export interface Paper {
  title: string
  /** Minutes; null if the test has no limit. */
  duration: number | null
  sections: { title: string; items: { file: string; weight: number }[] }[]
  /** Instructions of the test and of its sections, as Markdown. */
  instructions: string[]
  /** Import warnings about rules of the test that a paper cannot have. */
  notes: string[]
}

export type Refused = Extract<Reading, { question: null }>

export const refused = (item: string, line: number, reason: string): Refused => ({ question: null, item, line, reason })
