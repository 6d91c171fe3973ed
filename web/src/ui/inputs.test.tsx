import { cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useToast } from '../state/flash'
import { NumberBox } from './number-box'
import { Rate, RateInput } from './rate'
import { SearchBox } from './search-box'
import { Tabs } from './tabs'
import { Textarea } from './textarea'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('tabs', () => {
  const items = ['介绍', '目录', '评价'].map((title) => ({ id: title, title }))
  function Page() {
    const [tab, setTab] = useState('介绍')
    return <Tabs id="t" label="课程" items={items} value={tab} onChange={setTab} />
  }
  const chosen = () => screen.getByRole('tab', { selected: true }).textContent

  it('arrow keys, Home and End select a tab and wrap around', async () => {
    render(<Page />)
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('介绍')
    for (const [key, expected] of [
      ['{ArrowRight}', '目录'],
      ['{End}', '评价'],
      ['{ArrowRight}', '介绍'],
      ['{ArrowLeft}', '评价'],
      ['{Home}', '介绍'],
    ] as const) {
      await userEvent.keyboard(key)
      expect(chosen()).toBe(expected)
      expect(document.activeElement?.textContent).toBe(expected)
    }
  })

  it('tabs have one tab stop', async () => {
    render(<Page />)
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
  })
})

describe('number box', () => {
  function Cart({ max }: { max?: number }) {
    const [count, setCount] = useState(1)
    return <NumberBox label="数量" value={count} onChange={setCount} max={max} />
  }
  const input = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: '数量' })

  it('a number box stays between 1 and its maximum', async () => {
    render(<Cart max={2} />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '数量减一' }).disabled).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: '数量加一' }))
    expect(input().value).toBe('2')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '数量加一' }).disabled).toBe(true)
    input().focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(input().value).toBe('1')
  })

  it('a number box reports a typed number before blur, and the previous number when it is cleared', async () => {
    const seen = vi.fn()
    function Box() {
      const [count, setCount] = useState(20)
      seen(count)
      return <NumberBox label="数量" value={count} onChange={setCount} max={500} />
    }
    render(<Box />)
    await userEvent.clear(input())
    await userEvent.type(input(), '35')
    expect(document.activeElement).toBe(input())
    expect(seen).toHaveBeenLastCalledWith(35)
    await userEvent.clear(input())
    expect(seen).toHaveBeenLastCalledWith(20)
  })

  it('a toast appears when a typed number above the maximum was replaced', async () => {
    render(<Cart max={500} />)
    await userEvent.clear(input())
    await userEvent.type(input(), '501')
    await userEvent.tab()
    expect(input().value).toBe('500')
    expect(renderHook(useToast).result.current).toMatchObject({ text: '最多 500，已改为 500' })
  })

  it.each([
    ['0', '1'],
    ['', '1'],
    ['１２', '12'],
    ['-3', '3'],
    ['99999', '100'],
    ['a', '1'],
  ])('a number box converts typed %j to %s', async (typed, expected) => {
    render(<Cart max={100} />)
    await userEvent.clear(input())
    if (typed) await userEvent.type(input(), typed)
    await userEvent.tab()
    expect(input().value).toBe(expected)
  })
})

describe('textarea', () => {
  it('the textarea counts its characters and stops at 140', async () => {
    function Page() {
      const [text, setText] = useState('很好'.repeat(69))
      return <Textarea label="评价" value={text} onChange={setText} />
    }
    render(<Page />)
    const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '评价' })
    screen.getByText('138/140', { exact: false })
    await userEvent.type(area, '的课程')
    expect(area.value).toHaveLength(140)
    screen.getByText('140/140', { exact: false })
  })
})

describe('rate', () => {
  it('a rating of 3.4 shows three and a half stars', () => {
    const { container } = render(<Rate value={3.4} />)
    screen.getByRole('img', { name: '3.4 分，满分 5 分' })
    const widths = [...container.querySelectorAll('rect')].map((rect) => Number(rect.getAttribute('width')))
    expect(widths).toEqual([24, 24, 24, 12])
  })

  it('a rating is set by click or keys', async () => {
    const changed = vi.fn()
    function Form() {
      const [stars, setStars] = useState(0)
      return (
        <RateInput
          label="评分"
          value={stars}
          onChange={(next) => {
            setStars(next)
            changed(next)
          }}
        />
      )
    }
    // Stubs CSS.escape, which jsdom lacks and user-event needs for radios.
    vi.stubGlobal('CSS', { escape: (text: string) => text })
    render(<Form />)
    await userEvent.click(screen.getByRole('radio', { name: '4 星，推荐' }))
    await userEvent.keyboard('{ArrowRight}')
    expect(changed.mock.calls).toEqual([[4], [5]])
    expect(screen.getAllByRole('radio')).toHaveLength(5)
  })
})

describe('search box', () => {
  it('the search box searches on Enter and keeps the focus when it is cleared', async () => {
    const search = vi.fn()
    function Page() {
      const [words, setWords] = useState('')
      return <SearchBox value={words} onChange={setWords} onSearch={search} />
    }
    render(<Page />)
    const input = screen.getByPlaceholderText<HTMLInputElement>('请输入关键字')
    await userEvent.type(input, ' 栈 {Enter}')
    expect(search.mock.calls).toEqual([['栈']])
    await userEvent.click(screen.getByRole('button', { name: '清空' }))
    expect(input.value).toBe('')
    expect(document.activeElement).toBe(input)
  })
})
