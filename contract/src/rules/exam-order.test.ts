import { describe, expect, it } from 'vitest'
import type { PublicQuestion } from '../questions'
import { arrangePaper, numbersOnPaper } from './exam-order'

const about = { score: 1, stem: '', difficulty: 1, tags: [] }
const option = (id: string) => ({ id, html: id })
const single = (id: string): PublicQuestion => ({
  type: 'single',
  id,
  ...about,
  options: ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => option(`${id}-${letter}`)),
})
const judge = (id: string): PublicQuestion => ({ type: 'judge', id, ...about })
const material: PublicQuestion = {
  type: 'material',
  id: 'm',
  ...about,
  parts: ['p1', 'p2', 'p3', 'p4'].map((id) => single(id) as Extract<PublicQuestion, { options: unknown }>),
}
const paper = [...['s1', 's2', 's3', 's4', 's5'].map(single), ...['j1', 'j2', 'j3', 'j4'].map(judge), material]
const both = { questions: true, options: true }
const ids = (questions: PublicQuestion[]) => questions.map(({ id }) => id)
const optionsOf = (question: PublicQuestion) =>
  (question as Extract<PublicQuestion, { options: unknown }>).options.map(({ id }) => id)

describe('question order of an attempt', () => {
  it('question order of an attempt is stable for a seed', () => {
    const shown = arrangePaper(paper, { seed: 20261115, shuffle: both, fixed: [] })
    expect(ids(shown)).toMatchInlineSnapshot(`
      [
        "s5",
        "s3",
        "s2",
        "s4",
        "s1",
        "j3",
        "j2",
        "j4",
        "j1",
        "m",
      ]
    `)
    expect(optionsOf(shown[0]!)).toMatchInlineSnapshot(`
      [
        "s5-f",
        "s5-d",
        "s5-e",
        "s5-b",
        "s5-c",
        "s5-a",
      ]
    `)
  })

  it('question order of an attempt differs between seeds and contains every question and option', () => {
    const orders = new Set<string>()
    for (let seed = 0; seed < 50; seed++) {
      const shown = arrangePaper(paper, { seed, shuffle: both, fixed: [] })
      orders.add(JSON.stringify(shown))
      expect(ids(shown).toSorted()).toEqual(ids(paper).toSorted())
      for (const question of shown.filter(({ type }) => type === 'single'))
        expect(optionsOf(question).toSorted()).toEqual(optionsOf(single(question.id)))
    }
    expect(orders.size).toBe(50)
  })

  it('keeps types together and does not move the question parts of a 材料题 or fixed options', () => {
    for (let seed = 0; seed < 50; seed++) {
      const shown = arrangePaper(paper, { seed, shuffle: both, fixed: ['s1-f', 's1-a'] })
      expect(shown.map(({ type }) => type)).toEqual(paper.map(({ type }) => type))
      expect(shown.at(-1)).toMatchObject({ parts: [{ id: 'p1' }, { id: 'p2' }, { id: 'p3' }, { id: 'p4' }] })
      const first = shown.find(({ id }) => id === 's1')!
      expect([optionsOf(first)[0], optionsOf(first)[5]]).toEqual(['s1-a', 's1-f'])
    }
  })

  it('question order of an attempt is the order of the paper without shuffling', () => {
    expect(arrangePaper(paper, { seed: 7, shuffle: { questions: false, options: false }, fixed: [] })).toEqual(paper)
  })
})

describe('numbersOnPaper', () => {
  it('numbers questions as the attempt shows them, and without shuffling as composed', () => {
    const order = { seed: 7, shuffle: both, fixed: [] }
    const shown = arrangePaper(paper, order)
    expect([...numbersOnPaper(paper, order)]).toEqual(shown.map(({ id }, at) => [id, at + 1]))
    const composed = numbersOnPaper(paper, { seed: 7, shuffle: { questions: false, options: true } })
    expect([...composed.keys()]).toEqual(ids(paper))
  })
})
