import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { consoleToken } from '../api/token'
import { forgetDraft, keepDraftsOf, readTabDraft, storeTabDraft, useConsoleDraft, useFormDraft } from './drafts'

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

it('a draft of the browser tab is read only by its owner and deleted when another staff member logs in', () => {
  keepDraftsOf('林')
  storeTabDraft('批阅', { comment: '写了一半' })
  expect(readTabDraft('批阅')).toEqual({ comment: '写了一半' })
  keepDraftsOf('许')
  expect(readTabDraft('批阅')).toBeUndefined()
  keepDraftsOf('林')
  expect(readTabDraft('批阅')).toBeUndefined()
})

function Form({ name }: { name: string | null }) {
  const { form, change, forget, isResumed } = useFormDraft(name, () => ({ title: '第一周', note: '' }))
  return (
    <>
      <input aria-label="说明" value={form.note} onChange={(event) => change({ note: event.target.value })} />
      <p>{`${form.title}${isResumed ? '，接着上次' : ''}`}</p>
      <button type="button" onClick={forget}>
        丢掉
      </button>
    </>
  )
}

it('a form with a key begins with the text typed before it was closed, until the draft is forgotten', async () => {
  const open = (name: string | null) => {
    cleanup()
    render(<Form name={name} />)
    return [screen.getByLabelText<HTMLInputElement>('说明').value, screen.getByRole('paragraph').textContent]
  }
  expect(open('作业')).toEqual(['', '第一周'])
  await userEvent.type(screen.getByLabelText('说明'), '写了一半')
  expect(open('作业')).toEqual(['写了一半', '第一周，接着上次'])
  expect(open('另一份')).toEqual(['', '第一周'])
  expect(open('作业')[0]).toBe('写了一半')
  await userEvent.click(screen.getByRole('button'))
  expect(open('作业')).toEqual(['', '第一周'])
  open(null)
  await userEvent.type(screen.getByLabelText('说明'), '改动')
  expect(open(null)).toEqual(['', '第一周'])
})
