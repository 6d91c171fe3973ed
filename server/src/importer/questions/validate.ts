import { questionFlaws } from '../../questions/author'
import { Unusable } from '../../questions/author-text'
import type { SourceQuestion } from '../../questions/rubric'
import { balanceOf, type Content, unnamedLosses } from '../../text/balance'
import { contentOfQuestion } from './content-of-question'
import { type Images, noImages, type Reading, refused } from './reading'

interface Read {
  question: SourceQuestion
  notes?: readonly string[]
  images?: Images
  category?: string
  /** Counts of the item's content in the source file. */
  source: Content
  /** Label by which the author recognises the item, if it is known only after parsing. */
  item?: string
}

/** Returns the result for an item of a file: the question made by `read`, or the reason for rejection. */
export function readingOf(item: string, line: number, read: () => Read): Reading {
  try {
    const { question, notes = [], images = noImages, item: name = item, category = '', source } = read()
    const wrong = questionFlaws(question)
    if (wrong.length > 0) return refused(name, line, wrong.join('；'))
    const balance = balanceOf(source, contentOfQuestion(question))
    const unnamed = unnamedLosses(balance, notes)
    return {
      question,
      item: name,
      line,
      notes: [...new Set([...notes, ...unnamed])],
      images,
      category,
      balance,
      unnamed,
    }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return refused(item, line, error.message)
  }
}
