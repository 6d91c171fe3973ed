import type { Given, PartGiven, PartRubric, Rubric } from './rubric'

/** An answer by the question's own numbering, right or plausibly wrong. */
export function sampleAnswer(rubric: Rubric, well: boolean): Given {
  return rubric.type === 'material'
    ? { type: 'material', parts: rubric.parts.map((part) => partAnswer(part, well)) }
    : partAnswer(rubric, well)
}

function partAnswer(rubric: PartRubric, well: boolean): PartGiven {
  switch (rubric.type) {
    case 'judge':
      return { type: 'judge', value: rubric.value === well }
    case 'blank':
      return {
        type: 'blank',
        blanks: rubric.blanks.map(([first]) => (well ? ('text' in first! ? first.text : first!.value) : '6')),
      }
    case 'order': {
      const items = Array.from({ length: rubric.count }, (_, i) => i)
      return { type: 'order', items: well ? items : [items[1]!, items[0]!, ...items.slice(2)] }
    }
    case 'match':
      return { type: 'match', pairs: well ? rubric.pairs : [...rubric.pairs.slice(1), rubric.pairs[0]!] }
    case 'short':
      return {
        type: 'short',
        text: well
          ? '先说结论，再分两点：一是做法不同，二是适合的情形不同；各举了一个例子。'
          : '大概是因为这样比较快。',
      }
    case 'code':
      return { type: 'code', source: '' }
    default:
      return { type: rubric.type, options: well ? rubric.right : [rubric.right[0] === 0 ? 1 : 0] }
  }
}
