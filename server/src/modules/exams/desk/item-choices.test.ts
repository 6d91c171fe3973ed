import { expect, it } from 'vitest'
import type { Body, PartBody, PartRubric, Rubric } from '../../../questions/rubric'
import { choiceGroups } from './item-choices'

const options = ['甲', '乙'].map((html) => ({ html, fixed: false }))
const body: PartBody = { type: 'single', stem: '', score: 100, options }
const rubric: PartRubric = { type: 'single', score: 100, analysis: '', right: [0] }
const rightOf = (version: { body: Body; rubric: Rubric }, ruling?: Parameters<typeof choiceGroups>[1]) =>
  choiceGroups(version, ruling).map(({ part, choices }) => [
    part,
    ...choices.map(({ label, right }) => `${label} ${right}`),
  ])

it('a ruling with a new key changes which options count as right', () => {
  const ruling = { kind: 'key' as const, rubrics: [{ ...rubric, right: [1] }], keepKey: false }
  const version = { body, rubric }
  expect(rightOf(version)).toEqual([[null, 'A true', 'B false', '未答 false']])
  expect(rightOf(version, ruling)).toEqual([[null, 'A false', 'B true', '未答 false']])
  expect(rightOf(version, { ...ruling, keepKey: true })).toEqual([[null, 'A true', 'B true', '未答 false']])
})

it('returns the options of each question part of a 材料题 as a separate group', () => {
  const judge: PartBody = { type: 'judge', stem: '', score: 100 }
  const blank: PartBody = { type: 'blank', stem: '', score: 100, blanks: 1 }
  const material: Body = { type: 'material', stem: '', score: 300, parts: [body, blank, judge] }
  const keys: PartRubric[] = [
    rubric,
    { type: 'blank', score: 100, analysis: '', blanks: [], ignoreCase: true } as never,
    { type: 'judge', score: 100, analysis: '', value: false },
  ]
  const version = { body: material, rubric: { type: 'material', score: 300, analysis: '', parts: keys } as Rubric }
  expect(rightOf(version)).toEqual([
    [0, 'A true', 'B false', '未答 false'],
    [2, '对 false', '错 true', '未答 false'],
  ])
  const [first, second] = choiceGroups(version, undefined)
  const given = {
    type: 'material' as const,
    parts: [{ type: 'single' as const, options: [1] }, null, null],
  }
  expect(first!.choices.map(({ isChosen }) => isChosen(given))).toEqual([false, true, false])
  expect(second!.choices.map(({ isChosen }) => isChosen(given))).toEqual([false, false, true])
})
