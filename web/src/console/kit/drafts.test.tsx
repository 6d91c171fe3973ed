import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { consoleToken } from '../api/token'
import { forgetDraft, keepDraftsOf, readTabDraft, storeTabDraft, useConsoleDraft } from './drafts'

afterEach(cleanup)

function Field({ name }: { name: string }) {
  const [text, setText] = useConsoleDraft(name, '')
  return <input aria-label={name} value={text} onChange={(event) => setText(event.target.value)} />
}

const shownIn = (name: string) => {
  cleanup()
  render(<Field name={name} />)
  return screen.getByLabelText<HTMLInputElement>(name).value
}

it('keeps a draft until it is forgotten or another staff member logs in, even if the session ends', async () => {
  render(<Field name="甲" />)
  await userEvent.type(screen.getByLabelText('甲'), '写了一半')
  expect(shownIn('乙')).toBe('')
  expect(shownIn('甲')).toBe('写了一半')
  forgetDraft('甲')
  expect(shownIn('甲')).toBe('')
  keepDraftsOf('林')
  await userEvent.type(screen.getByLabelText('甲'), '又写')
  consoleToken.set(null)
  consoleToken.set('the next session')
  keepDraftsOf('林')
  expect(shownIn('甲')).toBe('又写')
  keepDraftsOf('许')
  expect(shownIn('甲')).toBe('')
})

it('a draft of the browser tab is read by its owner only and deleted when another staff member logs in', () => {
  keepDraftsOf('林')
  storeTabDraft('批阅', { comment: '写了一半' })
  expect(readTabDraft('批阅')).toEqual({ comment: '写了一半' })
  keepDraftsOf('许')
  expect(readTabDraft('批阅')).toBeUndefined()
  keepDraftsOf('林')
  expect(readTabDraft('批阅')).toBeUndefined()
})
