import { texts } from '@dxx/contract/rules/constants'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Badge } from './badge'
import { Button } from './button'
import { addDays, addMonths, weeksOf } from './calendar-days'
import { coverArt, titleLines } from './cover-art'
import { datetimeColumns } from './datetime-picker'
import { Empty } from './empty'
import { OfflineBanner } from './offline-banner'
import { Picker } from './picker'
import { Price } from './price'
import { rpxToPx } from './rpx'
import { Sheet } from './sheet'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each([
  [375, 80, 40],
  [750, 80, 80],
  [960, 750, 960],
  [1280, 80, 40],
])('in a window of %i px, %irpx are %i px', (width, length, pixels) => {
  vi.stubGlobal('innerWidth', width)
  expect(rpxToPx(length)).toBe(pixels)
})

it.each([
  [0, ''],
  [999, '999条未读'],
  [1000, '999+条未读'],
])('a badge of %i has the text %j', (count, text) => {
  expect(render(<Badge count={count} />).container.textContent).toBe(text)
})

it.each([
  ['99,60', '¥59.4原价¥99'],
  ['59.9,100', '¥59.9'],
  ['0,100', '限时免费'],
  ['99,0', '限时免费'],
])('the price %s has the text %s', (amount, text) => {
  expect(render(<Price amount={amount} />).container.textContent).toBe(text)
})

describe('button', () => {
  it('a loading button ignores clicks and keeps its text and the focus', () => {
    const click = vi.fn()
    render(
      <Button loading onClick={click}>
        登录
      </Button>,
    )
    const button = screen.getByRole<HTMLButtonElement>('button', { name: '登录' })
    button.focus()
    fireEvent.click(button)
    expect(click).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
  })
})

describe('empty view', () => {
  it('the empty view has the three variants of the specification', () => {
    render(<Empty />)
    screen.getByText('暂无内容，一起去学习～')
    cleanup()
    render(<Empty hint="还没有订单" />)
    screen.getByText('暂无内容，一起去学习～')
    screen.getByText('还没有订单')
    cleanup()
    render(<Empty type="error" />)
    screen.getByText('服务器异常，请稍后再试～')
    cleanup()
    render(<Empty type="auth" />)
    screen.getByText('请先完成学生认证，认证通过的学生才能查看学校发布的考试！')
    expect(screen.getByRole('link', { name: '学生认证' }).getAttribute('href')).toBe('#/pages/my/auth?from=auth')
  })
})

describe('offline banner', () => {
  it('the offline line appears and disappears with the network', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    render(<OfflineBanner />)
    await screen.findByText(texts.offline)
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    expect(screen.queryByText(texts.offline)).toBeNull()
  })

  it('the page scrolls by the height of the offline line, so that its content does not move', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const height = vi.spyOn(HTMLParagraphElement.prototype, 'getBoundingClientRect')
    height.mockReturnValue({ top: 0, height: 36 } as DOMRect)
    const middle = () => screen.getByText('正文')
    Object.assign(document, { elementFromPoint: middle })
    render(
      <>
        <OfflineBanner />
        <main style={{ overflowY: 'auto' }}>
          <div>正文</div>
        </main>
      </>,
    )
    const main = screen.getByRole('main')
    await vi.waitFor(() => expect(main.scrollTop).toBe(36))
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    expect(main.scrollTop).toBe(0)
    Reflect.deleteProperty(document, 'elementFromPoint')
    height.mockRestore()
  })
})

describe('sheet', () => {
  const sheet = (onClose: () => void) => (
    <Sheet open onClose={onClose} title="答题卡">
      内容
    </Sheet>
  )
  const handle = () => screen.getByText('答题卡').parentElement!
  const pull = (to: number, end: 'pointerUp' | 'pointerCancel') => {
    vi.stubGlobal('innerWidth', 375)
    fireEvent.pointerDown(handle(), { clientY: 100, isPrimary: true })
    fireEvent.pointerMove(handle(), { clientY: to })
    fireEvent[end](handle(), { clientY: to })
  }

  it.each([
    [120, 'pointerUp', 0],
    [260, 'pointerUp', 1],
    [260, 'pointerCancel', 0],
  ] as const)('a sheet pulled from y = 100 to %i and released by %s calls onClose %i times', (to, end, times) => {
    const close = vi.fn()
    render(sheet(close))
    pull(to, end)
    expect(close).toHaveBeenCalledTimes(times)
  })

  it('a sheet closes on a click that began on the backdrop, but not on one that began on its content', () => {
    const close = vi.fn()
    render(sheet(close))
    fireEvent.click(screen.getByText('内容'))
    // The press begins on the content and ends outside.
    fireEvent.pointerDown(screen.getByText('内容'))
    fireEvent.click(screen.getByRole('dialog'))
    expect(close).not.toHaveBeenCalled()
    fireEvent.pointerDown(screen.getByRole('dialog'))
    fireEvent.click(screen.getByRole('dialog'))
    expect(close).toHaveBeenCalledOnce()
  })
})

describe('picker', () => {
  const cities: Record<string, string[]> = { 湖北: ['武汉', '宜昌', '襄阳'], 四川: ['成都', '绵阳'] }
  const options = (titles: string[]) => titles.map((title) => ({ value: title, title }))
  const show = (onConfirm: (values: string[]) => void, value = ['湖北', '襄阳']) =>
    render(
      <Picker
        open
        onClose={() => {}}
        title="所在地"
        value={value}
        columns={([province = '湖北']) => [
          { label: '省份', options: options(Object.keys(cities)) },
          { label: '城市', options: options(cities[province] ?? []) },
        ]}
        onConfirm={onConfirm}
      />,
    )
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: '确认' }))

  it('the picker keeps the position of the second wheel if its value does not exist for the new first value', () => {
    const confirmed = vi.fn()
    show(confirmed)
    fireEvent.keyDown(screen.getByRole('listbox', { name: '省份' }), { key: 'ArrowDown' })
    confirm()
    expect(confirmed.mock.calls).toEqual([[['四川', '绵阳']]])
  })

  it('the picker starts with the first items for unknown values', () => {
    const confirmed = vi.fn()
    show(confirmed, ['火星', '环形山'])
    confirm()
    expect(confirmed.mock.calls).toEqual([[['湖北', '武汉']]])
  })
})

describe('datetime columns', () => {
  const days = (year: string, month: string) => datetimeColumns([year, month], '2016', '2036', true)[2]?.options.length

  it('the day column has the days of the chosen month', () => {
    expect(days('2026', '02')).toBe(28)
    expect(days('2028', '02')).toBe(29)
    expect(days('2026', '12')).toBe(31)
  })

  it('datetime columns offer only values between minimum and maximum', () => {
    const columns = datetimeColumns(['2026', '11', '15', '09'], '202611150912', '202712312359', false)
    const values = columns.map(({ options }) => options.map((option) => option.value))
    expect(values[0]).toEqual(['2026', '2027'])
    expect(values[1]).toEqual(['11', '12'])
    expect(values[2]?.[0]).toBe('15')
    expect(values[3]?.[0]).toBe('09')
    expect(values[4]?.[0]).toBe('12')
  })
})

describe('calendar days', () => {
  it('addDays and addMonths cross the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addMonths('2026-11', 2)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
  })

  it('weeksOf splits a month into weeks from Sunday', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks[0]?.[0]).toBe('2026-11-01')
    expect(weeks.at(-1)).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null])
    expect(weeksOf('2027-01')[0]).toEqual([null, null, null, null, null, '2027-01-01', '2027-01-02'])
  })
})

describe('drawn covers', () => {
  it('the same title gives the same cover, and the same subject the same colour', () => {
    expect(coverArt('线性代数')).toEqual(coverArt('线性代数'))
    expect(coverArt('线性代数', '数学').gradient).toEqual(coverArt('概率论', '数学').gradient)
  })

  it('the two sample question banks have covers of different colours', () => {
    const [maths, computing] = [coverArt('大学数学基础训练', 'rose'), coverArt('计算机专业基础训练', 'violet')]
    expect(maths.colour).not.toBe(computing.colour)
  })

  it.each([
    ['数据结构与算法', 6.4, ['数据结构与', '算法']],
    ['Python 程序设计', 11, ['Python 程序设计']],
    ['概率论与数理统计', 5, ['概率论与', '数理统计']],
    ['概率论的十二堂课', 5, ['概率论的', '十二堂课']],
    ['算法里的小故事', 6.4, ['算法里的', '小故事']],
    ['机器学习入门', 5, ['机器学习', '入门']],
    ['C 语言：贴近机器', 4.2, ['C 语言：', '贴近机器']],
    ['abcdefghijklmnop', 3, ['abcde', 'fghi…']],
    ['', 6, ['']],
  ])('titleLines breaks %j into lines of at most %d em', (title, room, lines) => {
    expect(titleLines(title, room, 2)).toEqual(lines)
  })
})
