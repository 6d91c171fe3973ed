import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialsOf } from './initials'
import { assignIds, type Paragraph } from './paragraphs'
import { countWords, gramQuery, gramsOf } from './text'

const ids = (texts: string[], previous: Paragraph[] = []) =>
  assignIds(
    texts.map((text) => ({ text })),
    previous,
    'chapter',
  )
const next = (texts: string[], previous: Paragraph[]): Paragraph[] => {
  const pids = ids(texts, previous)
  return texts.map((text, i) => ({ pid: pids[i]!, text }))
}

describe('paragraph ids', () => {
  it('derives paragraph ids from the text; duplicate texts get different ids', () => {
    const [a, b, c] = ids(['同样', '同样', '别的'])
    expect(new Set([a, b, c]).size).toBe(3)
    expect(ids(['同样', '同样', '别的'])).toEqual([a, b, c])
  })

  it('moved paragraphs and slightly edited paragraphs keep their ids', () => {
    const before = next(['栈是后进先出的线性表', '队列是先进先出的', '树有根'], [])
    const after = ids(['队列是先进先出的', '全新的一段话在这里', '栈是一种后进先出的线性表'], before)
    expect([after[0], after[2]]).toEqual([before[1]!.pid, before[0]!.pid])
    expect(before.map(({ pid }) => pid)).not.toContain(after[1])
  })

  it('a paragraph restored beside its edited version gets a new id', () => {
    const before = next(['原来的说法是这样的', '别的'], [])
    const edited = next(['原来的说法不是这样的', '别的'], before)
    expect(edited[0]!.pid).toBe(before[0]!.pid)
    const both = ids(['原来的说法不是这样的', '原来的说法是这样的', '别的'], edited)
    expect(both[0]).toBe(before[0]!.pid)
    expect(new Set(both).size).toBe(3)
  })

  it('after any edit, ids are unique and unchanged paragraphs keep their ids', () => {
    const text = fc.stringMatching(/^[栈队树图表ab ]{0,12}$/)
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), fc.array(text, { maxLength: 12 }), (one, two) => {
        const before = next(one, [])
        const after = next(two, before)
        expect(new Set(after.map(({ pid }) => pid)).size).toBe(after.length)
        for (const { pid, text } of after) {
          const same = before.filter((paragraph) => paragraph.text === text).length
          if (same > 0 && after.filter((paragraph) => paragraph.text === text).length <= same)
            expect(before.filter((paragraph) => paragraph.text === text).map((paragraph) => paragraph.pid)).toContain(
              pid,
            )
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('search', () => {
  it.each([
    ['数据结构', ['数据', '据结', '结构']],
    ['Python 入门', ['python', '入门']],
    ['用O(1)查', ['用', 'o', '1', '查']],
    ['ＡＢＣ１', ['abc1']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['…！', []],
  ])('splits %s into search grams', (text, grams) => expect(gramsOf(text)).toEqual(grams))

  it.each([
    ['数据结构', "'数据' & '据结' & '结构'"],
    ['pyth 入门', "'pyth':* & '入门'"],
    ['栈', null],
    ["it's", "'it':* & 's':*"],
    ["'; drop", "'drop':*"],
  ])('builds the database query for the search text %s', (typed, query) => expect(gramQuery(typed)).toBe(query))

  it('returns the initials and the full pinyin of a Chinese name', () => {
    expect(initialsOf('数据结构')).toEqual(['sjjg', 'shujujiegou'])
    expect(initialsOf('C 语言')).toEqual(['cyy', 'cyuyan'])
    expect(initialsOf('Python')).toEqual([])
  })

  it.each([
    ['你好，world 3.14', 5],
    ['', 0],
    ['a b c', 3],
  ])('%j has %i words', (text, count) => expect(countWords(text)).toBe(count))
})
