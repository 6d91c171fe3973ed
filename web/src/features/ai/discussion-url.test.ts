import { expect, it } from 'vitest'
import { discussionUrl } from './discussion-url'

it('discussionUrl opens the form of the nearest chapter with the question filled in', () => {
  const url = discussionUrl('红黑树怎样旋转？', [
    { link: 'pages/exam/answer?question=q' },
    { link: 'pages/books/details?id=b' },
    { link: 'pages/books/read?id=b&chapter=c&pid=p3' },
  ])
  const [path, query] = url.split('?')
  expect(path).toMatch(/pages\/digital-textbooks\/publish$/)
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    id: 'b',
    chapter: 'c',
    kind: 'ebook',
    type: 'discuss',
    pid: 'p3',
    text: '红黑树怎样旋转？',
    teacher: '1',
  })
})

it('discussionUrl without a chapter opens the list of items that the user studies', () => {
  expect(discussionUrl('肖邦的夜曲有多少首？', [])).toMatch(/pages\/study\/index$/)
})
