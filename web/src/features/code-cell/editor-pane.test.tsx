import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useCodeWrap } from './code-wrap'
import { EditorPane } from './editor-pane'

afterEach(() => {
  cleanup()
  useCodeWrap.setState({ wrap: false })
})

const nothing = () => {}
const pane = (source: string) => (
  <EditorPane
    ref={{ current: null }}
    language="python"
    source={source}
    diagnostics={[]}
    eager={false}
    onChange={nothing}
    onRun={nothing}
  />
)

it('wrapped code that is not edited has a number for each of its lines, and contains its text only once', () => {
  useCodeWrap.setState({ wrap: true })
  const { container } = render(pane('print(1)\n\nprint(2)'))
  expect(['1', '2', '3'].map((number) => screen.getAllByText(number).length)).toEqual([1, 1, 1])
  expect(container.textContent?.match(/print/g)).toHaveLength(2)
})
