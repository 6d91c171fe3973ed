import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AppFrame } from '../shell/frame/frame'
import { navigateTo, startRouter } from './navigation'
import { usePage } from './page-context'
import { changeQuery, usePageQuery } from './page-query'

let stop = () => {}
afterEach(() => {
  cleanup()
  stop()
})

let key = ''
function Filters() {
  const [query, change] = usePageQuery()
  const [count, setCount] = useState(0)
  key = usePage().key
  return (
    <>
      <p>{`${query.sort ?? '-'} ${query.id ?? '-'} ${count}`}</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        数
      </button>
      <button type="button" onClick={() => change({ sort: 'newest' })}>
        最新
      </button>
      <button type="button" onClick={() => change({ sort: undefined })}>
        综合
      </button>
    </>
  )
}

test("changeQuery changes the URL in place and keeps page state, history length and other pages' URLs", async () => {
  history.replaceState(null, '', '/#/pages/help/index?id=a%26b')
  stop = startRouter({ 'pages/help/index': async () => ({ default: Filters }) })
  render(
    <StrictMode>
      <AppFrame />
    </StrictMode>,
  )
  fireEvent.click(await screen.findByText('数'))
  const { length } = history
  const button = screen.getByText('最新')
  button.focus()
  fireEvent.click(button)
  screen.getByText('newest a&b 1')
  expect(location.hash).toBe('#/pages/help/index?id=a%26b&sort=newest')
  expect(history.length).toBe(length)
  expect(document.activeElement).toBe(button)
  fireEvent.click(screen.getByText('综合'))
  expect(location.hash).toBe('#/pages/help/index?id=a%26b')

  const below = key
  await act(async () => void navigateTo('/pages/article/index'))
  act(() => changeQuery(below, { sort: 'popular' }))
  expect(location.hash).toBe('#/pages/article/index')
})
