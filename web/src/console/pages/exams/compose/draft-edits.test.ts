import { describe, expect, it } from 'vitest'
import { brief, briefMap, emptyBody, idsOf, paper } from './draft.fixture'
import { checkLines } from './draft-checks'
import {
  addQuestions,
  insertQuestions,
  moveQuestion,
  moveQuestionByOne,
  moveSection,
  numeral,
  putBackQuestion,
  questionNumberAt,
  removeQuestion,
  setDraw,
  setSectionPoints,
  takeOutQuestion,
} from './draft-edits'
import { computeDraftStatistics, sumPoints } from './draft-figures'
import { parseNumber } from './number-input'

describe('numeral', () => {
  it('writes section numbers up to 50 in Chinese numerals', () => {
    expect([1, 9, 10, 11, 20, 25, 50].map(numeral)).toEqual(['一', '九', '十', '十一', '二十', '二十五', '五十'])
  })
})

describe('moving questions', () => {
  it('moves a question before the question at the target, within and between sections', () => {
    const body = paper(['a', 'b', 'c'], ['d'])
    expect(idsOf(moveQuestion(body, { section: 0, index: 0 }, { section: 0, index: 2 }))).toEqual([
      ['b', 'a', 'c'],
      ['d'],
    ])
    expect(idsOf(moveQuestion(body, { section: 0, index: 2 }, { section: 0, index: 0 }))).toEqual([
      ['c', 'a', 'b'],
      ['d'],
    ])
    expect(idsOf(moveQuestion(body, { section: 0, index: 1 }, { section: 1, index: 1 }))).toEqual([
      ['a', 'c'],
      ['d', 'b'],
    ])
  })

  it('returns the same body if the question keeps its place', () => {
    const body = paper(['a', 'b'])
    expect(moveQuestion(body, { section: 0, index: 0 }, { section: 0, index: 1 })).toBe(body)
    expect(moveQuestion(body, { section: 0, index: 0 }, { section: 0, index: 0 })).toBe(body)
  })

  it('a step at the edge of a section moves the question into the next section, but not off the paper', () => {
    const body = paper(['a', 'b'], ['c'])
    const down = moveQuestionByOne(body, { section: 0, index: 1 }, 1)
    expect([idsOf(down.body), down.place]).toEqual([[['a'], ['b', 'c']], { section: 1, index: 0 }])
    const up = moveQuestionByOne(down.body, down.place, -1)
    expect([idsOf(up.body), up.place]).toEqual([[['a', 'b'], ['c']], { section: 0, index: 1 }])
    expect(idsOf(moveQuestionByOne(body, { section: 0, index: 0 }, 1).body)).toEqual([['b', 'a'], ['c']])
    expect(moveQuestionByOne(body, { section: 0, index: 0 }, -1).body).toBe(body)
    expect(moveQuestionByOne(body, { section: 1, index: 0 }, 1).body).toBe(body)
  })

  it('a removed question can be inserted again at its old place', () => {
    const body = paper(['a', 'b'])
    const place = { section: 0, index: 0 }
    const removed = removeQuestion(body, place)
    expect(idsOf(removed)).toEqual([['b']])
    expect(insertQuestions(removed, place, [{ question: 'a', points: null }])).toEqual(body)
  })

  it('moves a section, and question numbers continue across sections', () => {
    const body = moveSection(paper(['a', 'b'], ['c']), 1, 0)
    expect(idsOf(body)).toEqual([['c'], ['a', 'b']])
    expect(questionNumberAt(body, { section: 1, index: 1 })).toBe(3)
    expect(moveSection(body, 0, -1)).toBe(body)
  })
})

describe('addQuestions', () => {
  it('adds to the section of the type with its points, adds missing sections, skips questions on the paper', () => {
    const [a, b, c] = [brief('a'), brief('b'), brief('c', { type: 'judge' })]
    const first = setSectionPoints(addQuestions(emptyBody, [a], new Map()), 0, 5)
    const body = addQuestions(first, [b, c, a], briefMap(a))
    expect(body.sections).toEqual([
      {
        title: '一、单选题',
        questions: [
          { question: 'a', points: 5 },
          { question: 'b', points: 5 },
        ],
      },
      { title: '二、判断题', questions: [{ question: 'c', points: null }] },
    ])
  })
})

describe('computeDraftStatistics', () => {
  it('weights the expected score of questions by points and sums the points of each chapter', () => {
    const known = briefMap(
      brief('a', { expected: 0.9, difficulty: 1, chapter: { id: 'x', title: '线性表' } }),
      brief('b', { expected: 0.5, difficulty: 4, chapter: { id: 'x', title: '线性表' } }),
      brief('c', { expected: 0.5, difficulty: 4 }),
    )
    const body = setSectionPoints(paper(['a'], ['b', 'c', 'gone']), 0, 6)
    expect(computeDraftStatistics(body, known)).toEqual({
      questions: 4,
      points: 10,
      expected: 0.74,
      difficulties: [1, 0, 0, 2, 0],
      chapters: [
        { id: 'x', title: '线性表', points: 8 },
        { id: 'bank', title: '题库', points: 2 },
      ],
      types: [{ type: 'single', count: 3 }],
    })
  })

  it('counts a section from which each student draws questions only with the drawn share', () => {
    const known = briefMap(brief('a'), brief('b'), brief('c'), brief('d'))
    const body = setDraw(paper(['a', 'b', 'c', 'd']), 0, 1)
    expect(computeDraftStatistics(body, known)).toMatchObject({ questions: 1, points: 2 })
    expect(sumPoints(body.sections[0]!, known)).toBe(2)
    expect(setDraw(body, 0, undefined)).toEqual(paper(['a', 'b', 'c', 'd']))
  })

  it('returns no expected score for an empty paper', () => {
    expect(computeDraftStatistics(emptyBody, new Map())).toMatchObject({ questions: 0, points: 0, expected: null })
  })
})

describe('takeOutQuestion', () => {
  it('removing the last question of a section removes the section, and numbers the section titles again', () => {
    const body = paper(['a'], ['b', 'c'], ['d'])
    const titles = ['一、匹配题', '二、单选题', '附加题']
    const named = { ...body, sections: body.sections.map((section, at) => ({ ...section, title: titles[at]! })) }
    const after = takeOutQuestion(named, { section: 0, index: 0 })
    expect(after.sections.map(({ title }) => title)).toEqual(['一、单选题', '附加题'])
    expect(
      putBackQuestion(after, { section: 0, index: 0 }, named.sections[0]!.questions[0]!, named.sections[0]!),
    ).toEqual(named)
    expect(takeOutQuestion(after, { section: 0, index: 1 }).sections[0]!.questions).toHaveLength(1)
  })
})

describe('checkLines', () => {
  it('reports removed questions, a pass score above the total, clashes, and numbers of similar questions', () => {
    const known = briefMap(brief('a'), brief('b', { removed: true }))
    const body = { ...paper(['a', 'b']), title: '测验', pass: 9 }
    const check = {
      version: 1,
      questions: 2,
      points: 4,
      expected: null,
      measured: 0,
      types: [],
      difficulties: [],
      tags: [],
      duplicates: [{ first: 'a', second: 'b', similarity: 0.9 }],
      classes: [],
      students: 0,
      forms: null,
      clashes: [{ id: 'e', title: '另一场', startsAt: 1, endsAt: 2, classes: ['一班'] }],
      problems: ['第 2 题已从题库移除或不归你使用，请换一题'],
      warnings: ['考试须知第 1 行：不支持内嵌 HTML'],
    }
    const lines = checkLines(body, known, computeDraftStatistics(body, known), check)
    expect(lines.map(({ tone, text }) => `${tone} ${text}`)).toEqual([
      'ok 有名称',
      'ok 2 题，4 分',
      'bad 请填写开始、结束时间和时长',
      'bad 请选择有学生的班级',
      'bad 第 2 题已从题库移除，请换一题',
      'warn 总分还差 6 分',
      'bad 及格线 9 分超过总分',
      'warn 第 1 题与第 2 题近似',
      'warn 一班同时有《另一场》',
      'warn 考试须知第 1 行：不支持内嵌 HTML',
    ])
  })
})

describe('parseNumber', () => {
  it('returns null for an empty text and undefined for a number out of range or between steps', () => {
    const points = { min: 0.01, max: 1000, step: 0.01 }
    expect(['5', '0.5', '2.55', ' '].map((text) => parseNumber(text, points))).toEqual([5, 0.5, 2.55, null])
    expect(['0', '-1', '1e9', 'abc', '2.555'].map((text) => parseNumber(text, points))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(parseNumber('1.5', { min: 1, max: 20, step: 1 })).toBeUndefined()
  })
})
