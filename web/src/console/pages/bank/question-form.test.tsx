import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../api/test-server'
import { staffQueryClient } from '../../api/hooks'
import { renderConsole } from '../../testing.fixture'
import { QuestionForm } from './question-form'
import { useQuestionFields } from './use-question-fields'

let server: TestServer
let text = ''
beforeEach(async () => {
  server = await startTestServer()
  server.answer = () => ({ code: 1, data: [] })
})
afterEach(async () => {
  cleanup()
  staffQueryClient.clear()
  await server.close()
})

function Form({ first }: { first: string }) {
  const [current, setText] = useState(first)
  text = current
  const { fields, change } = useQuestionFields(current, setText)
  return (
    <>
      <QuestionForm fields={fields} text={current} bank="b1" onChange={change} onText={setText} />
      <button type="button" onClick={() => setText(first)}>
        别人的版本
      </button>
    </>
  )
}

const single = '## q1\ntype: single\nscore: 2\n\n题干\n\n- [x] 甲\n- [ ] 乙\n'
const box = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const typeAtEnd = async (field: HTMLTextAreaElement, typed: string) => {
  await userEvent.click(field)
  field.setSelectionRange(field.value.length, field.value.length)
  await userEvent.keyboard(typed)
}

it('accepts sentences with spaces and line breaks typed key by key in every field', async () => {
  renderConsole(<Form first={single} />)
  await typeAtEnd(box('题干'), ' a b{Enter}{Enter}c')
  await typeAtEnd(box('选项 A 的文字'), ' d e')
  await typeAtEnd(box('解析'), 'f g{Enter}h')
  await typeAtEnd(box('标签与知识点'), 'i j')
  expect(text).toBe(
    '## q1\ntype: single\nscore: 2\ntags: i j\n\n题干 a b\n\nc\n\n- [x] 甲 d e\n- [ ] 乙\n\n> f g\n> h\n',
  )
})

it('accepts spaces typed in the text of the whole question', async () => {
  renderConsole(<Form first={single} />)
  await userEvent.click(screen.getByRole('button', { name: '编辑文字' }))
  await typeAtEnd(box('整道题的文字'), '- [[ ] two words')
  expect(text).toBe(`${single}- [ ] two words`)
  await userEvent.click(screen.getByRole('button', { name: '回到表单' }))
  expect(box('选项 C 的文字').value).toBe('two words')
})

it('shows a text that was loaded in place of the typed one', async () => {
  renderConsole(<Form first={single} />)
  fireEvent.change(box('题干'), { target: { value: '我的 ' } })
  expect(box('题干').value).toBe('我的 ')
  await userEvent.click(screen.getByRole('button', { name: '别人的版本' }))
  expect(box('题干').value).toBe('题干')
})
