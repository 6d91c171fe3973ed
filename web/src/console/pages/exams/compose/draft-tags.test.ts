import { expect, it } from 'vitest'
import { brief, briefMap, paper } from './draft.fixture'
import { countDraftTags } from './draft-tags'

it('counts the questions of each knowledge point, the most frequent first', () => {
  const briefs = briefMap(
    brief('a', { tags: ['树'] }),
    brief('b', { tags: ['图', '树'] }),
    brief('c', { tags: ['堆'] }),
  )
  expect(countDraftTags(paper(['a', 'gone'], ['b', 'c']), briefs)).toEqual([
    { tag: '树', questions: 2 },
    { tag: '堆', questions: 1 },
    { tag: '图', questions: 1 },
  ])
})
