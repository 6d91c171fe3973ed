import { label } from '../../questions/author-text'
import { wholeShare } from '../../questions/shares'
import { noContent, sumContent } from '../../text/balance'
import { contentOfPlain } from './content-of-source'
import { asQuestion, commonSourceFields, weighedOptions } from './foreign'
import { paragraphs } from './formula-text'
import { Slugs } from './ids'
import { readLines } from './input'
import { type Reading, refused } from './reading'
import { readingOf } from './validate'

interface Item {
  line: number
  stem: string[]
  options: { letter: string; text: string }[]
}

/** Aiken: a stem, options `A)` or `A.`, `ANSWER: A`. Items without an answer are reported, not dropped. */
export async function* readAiken(path: string): AsyncGenerator<Reading> {
  const slugs = new Slugs()
  let item: Item | null = null
  let line = 0
  const unfinished = (left: Item): Reading =>
    refused(label(left.stem.join(' ') || left.options[0]?.text || ''), left.line, '没有以 ANSWER: 结束')
  for await (const raw of readLines(path)) {
    line++
    const text = (line === 1 ? raw.replace(/^\uFEFF/, '') : raw).trim()
    if (text === '') continue
    const answer = /^ANSWER:\s*(.*)$/i.exec(text)?.[1]
    const option = /^([A-Z])[).]\s*(.*)$/.exec(text)
    if (answer !== undefined) {
      if (!item) yield refused(label(text), line, '答案前面没有题目')
      else yield finish(item, answer.trim().toUpperCase(), slugs)
      item = null
    } else if (option && (item?.options.length || item?.stem.length || option[1] === 'A')) {
      item ??= { line, stem: [], options: [] }
      item.options.push({ letter: option[1]!, text: option[2]! })
    } else if (item && item.options.length > 0) {
      // The line begins a new stem, but the previous question has no answer.
      yield unfinished(item)
      item = { line, stem: [text], options: [] }
    } else {
      item ??= { line, stem: [], options: [] }
      item.stem.push(text)
    }
  }
  if (item) yield unfinished(item)
}

function finish({ line, stem, options }: Item, answer: string, slugs: Slugs): Reading {
  const name = label(stem.join(' ') || options[0]?.text || '')
  if (stem.length === 0) return refused(name, line, '没有题干')
  if (!options.some(({ letter }) => letter === answer)) return refused(name, line, `答案 ${label(answer)} 不在选项里`)
  return readingOf(name, line, () => {
    const choices = options.map(({ letter, text }) => ({
      text: paragraphs(text),
      share: letter === answer ? wholeShare : 0,
    }))
    const about = { difficulty: 3, tags: [], chapter: null, test: null }
    const question = asQuestion(
      { ...commonSourceFields(paragraphs(stem.join('\n')), ''), ...weighedOptions(true, choices, undefined) },
      about,
    )
    question.slug = slugs.name('', question)
    const texts = [...stem, ...options.map(({ text }) => text)].map(contentOfPlain)
    return { question, source: sumContent([...texts, { ...noContent(), keys: 1 }]) }
  })
}
