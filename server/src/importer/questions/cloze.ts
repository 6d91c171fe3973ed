import { trimAuthorText, unusable } from '../../questions/author-text'
import { placeholder } from '../../questions/blank/notation'
import type { Accepted } from '../../questions/blank/rubric'
import type { SourcePart } from '../../questions/rubric'
import { shareOfPercent, wholeShare } from '../../questions/shares'
import { commonSourceFields, weighedOptions, withFeedback, withPositiveShare } from './foreign'
import { paragraphs } from './formula-text'
import { numberRange, starless } from './gift-answers'
import { htmlToMarkdown } from './html-to-markdown'

const kinds = {
  choice: /^(MULTICHOICE|MC)(_?[VHS]{1,2})?$/,
  choices: /^(MULTIRESPONSE|MR)(_?[VHS]{1,2})?$/,
  text: /^(SHORTANSWER|SA|MW)$/,
  exactText: /^(SHORTANSWER_C|SAC|MWC)$/,
  number: /^(NUMERICAL|NM)$/,
}

interface Gap {
  weight: number
  kind: keyof typeof kinds
  answers: { answer: string; comment: string; share: number }[]
}

const gapPattern = /\{(\d*):([A-Z_]+)(?::((?:\\[\s\S]|[^}\\])*))?\}/g
const mark = (index: number) => String.fromCharCode(0xe100 + index)
const marks = /[\ue100-\ue1ff]/g

/** Reads Moodle's Cloze: 填空题 if all gaps are typed and have equal weight, otherwise 材料题 with a part for each gap. */
export function readCloze(
  text: string,
  analysis: string,
  score: number | null,
  format: 'html' | 'markdown' | 'plain',
  convert: (text: string) => string,
): { part: SourcePart } | { stem: string; analysis: string; parts: SourcePart[] } {
  const gaps: Gap[] = []
  const marked = text.replace(gapPattern, (_, weight: string, kind: string, answers: string | undefined) => {
    gaps.push(readGap(weight, kind, answers ?? '', format))
    return mark(gaps.length - 1)
  })
  if (gaps.length === 0) return unusable('完形题里没有可以作答的空')
  if (gaps.length > 100) return unusable('完形题的空太多')
  const stem = convert(marked)
  const typed = gaps.every(({ kind }) => kind === 'text' || kind === 'exactText' || kind === 'number')
  const even = new Set(gaps.map(({ weight }) => weight)).size === 1
  const cases = new Set(gaps.map(({ kind }) => (kind === 'number' ? 'text' : kind))).size === 1
  const feedback = (gap: Gap) => gap.answers.map(({ answer, comment }) => ({ about: answer, comment }))
  if (typed && even && cases) {
    const total = score ?? gaps.reduce((sum, { weight }) => sum + weight, 0) * 100
    return {
      part: {
        type: 'blank',
        ...commonSourceFields(stem.replace(marks, placeholder), withFeedback(analysis, gaps.flatMap(feedback)), total),
        blanks: gaps.map(acceptedBy),
        caseSensitive: gaps[0]!.kind === 'exactText',
      },
    }
  }
  const parts = gaps.map((gap, i): SourcePart => {
    const gapFields = (answerText: string) => ({
      ...commonSourceFields(answerText, withFeedback('', feedback(gap)), gap.weight * 100),
      slug: `gap-${i + 1}`,
    })
    if (gap.kind === 'choice' || gap.kind === 'choices') {
      const options = gap.answers.map(({ answer, share }) => ({ text: answer, share }))
      const single = gap.kind === 'choice'
      return {
        ...gapFields(`第（${i + 1}）空`),
        ...weighedOptions(single, single ? options : normalised(options), undefined),
      }
    }
    const caseSensitive = gap.kind === 'exactText'
    return { type: 'blank', ...gapFields(`第（${i + 1}）空：${placeholder}`), blanks: [acceptedBy(gap)], caseSensitive }
  })
  const numbered = stem.replace(marks, (found) => `**（${found.charCodeAt(0) - 0xe100 + 1}）**`)
  return { stem: numbered, analysis, parts }
}

/** Scales the shares of right options to a sum of 100 %, because a file may write 100 % for each of them. */
function normalised(options: { text: string; share: number }[]) {
  const total = options.reduce((sum, { share }) => sum + Math.max(0, share), 0)
  if (total === 0) return options
  return options.map(({ text, share }) => ({
    text,
    share: share > 0 ? Math.round((share * wholeShare) / total) : share,
  }))
}

function readGap(weight: string, name: string, written: string, format: 'html' | 'markdown' | 'plain'): Gap {
  const kind = (Object.keys(kinds) as (keyof typeof kinds)[]).find((candidate) => kinds[candidate].test(name))
  if (!kind) return unusable(`不认识的完形题空 ${name}`)
  const pieces = written.match(/(?:\\[\s\S]|[^~\\])+/g) ?? []
  const convert = (text: string) => {
    if (format === 'markdown') return trimAuthorText(text.trim())
    return format === 'html' ? htmlToMarkdown(text, { lost: () => {} }) : paragraphs(text.trim())
  }
  const answers = pieces.map((piece) => {
    const [head = '', ...more] = piece.match(/(?:\\[\s\S]|[^#\\])+/g) ?? []
    const [, right, percent] = /^\s*(=)?(?:%(-?\d+(?:\.\d+)?)%)?/.exec(head) ?? []
    const share = percent !== undefined ? shareOfPercent(Number(percent)) : right ? wholeShare : 0
    const answerText = unescaped(head.replace(/^\s*=?(?:%-?\d+(?:\.\d+)?%)?/, ''))
    const chosen = kind === 'choice' || kind === 'choices'
    return {
      answer: chosen ? convert(answerText) : plain(answerText, format),
      comment: convert(unescaped(more.join('#'))),
      share,
    }
  })
  if (answers.every(({ share }) => share <= 0)) return unusable(`完形题的空 ${name} 没有正确答案`)
  return { weight: weight === '' ? 1 : Math.max(1, Number(weight)), kind, answers }
}

const unescaped = (text: string) => text.replace(/\\([~=#{}:/"\\])/g, '$1').trim()

/** Removes markup, which students cannot type in an answer. */
function plain(written: string, format: 'html' | 'markdown' | 'plain'): string {
  if (format !== 'html') return written
  return written
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
}

function acceptedBy({ kind, answers }: Gap): Accepted[] {
  const seen = new Set<string>()
  return withPositiveShare(
    answers.flatMap(({ answer, share }): Accepted[] => {
      if (share <= 0) return []
      if (kind === 'number') return numberRange(answer, share)
      const text = starless(answer)
      if (seen.has(text)) return []
      seen.add(text)
      return [{ text, share }]
    }),
  )
}
