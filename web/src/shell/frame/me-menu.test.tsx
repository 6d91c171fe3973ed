import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MeMenu } from './me-menu'

vi.mock('../../api/use-unread', () => ({ useUnread: () => ({ total: 3 }) }))

afterEach(cleanup)

it.each([
  ['pages/my/notes', '我的笔记'],
  ['pages/my/home', '个人中心'],
  ['pages/order/details', '我的订单'],
  ['pages/evaluate/index', '我的订单'],
  ['pages/help/cs', '联系客服'],
])('the me menu on the page %s marks one entry: %s', (path, title) => {
  render(<MeMenu path={path} />)
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map(({ textContent }) => textContent)).toEqual([title])
})

it('the entry 我的笔记 of the me menu opens the list of notes', () => {
  render(<MeMenu path="pages/my/index" />)
  expect(screen.getByRole('link', { name: '我的笔记' }).getAttribute('href')).toBe('#/pages/my/notes')
})
