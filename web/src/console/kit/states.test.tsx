import { ResponseCode } from '@dxx/contract/envelope'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { StaffError } from '../api/client'
import { Failure } from './states'

afterEach(cleanup)

function show(name: string, msg: string) {
  const error = new StaffError(name, ResponseCode.business, msg, {}, 200, 'abcdef12-0000')
  const { hook } = memoryLocation({ path: '/classes/grades/weak' })
  render(
    <Router hook={hook}>
      <Failure error={error} noun="班级" onRetry={() => {}} />
    </Router>,
  )
}

describe('Failure', () => {
  it.each([
    ['class-not-found', '没有找到这个班级，请重新选择', '没有找到这个班级，请重新选择'],
    ['invalid-input', '编号无效', '链接里的编号或条件不对，可能没有复制完整'],
  ])('links to the list instead of offering a retry for %s', (name, msg, text) => {
    show(name, msg)
    expect(screen.getByRole('alert').textContent).toContain(`没有找到班级${text}`)
    expect(screen.getByRole('link', { name: '回到列表' }).getAttribute('href')).toBe('/classes')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('offers a retry and shows the request number after a failure of the server', () => {
    show('server-error', '服务器异常，请稍后再试～')
    expect(screen.getByRole('alert').textContent).toContain('班级没有载入服务器异常，请稍后再试～')
    screen.getByRole('button', { name: '重新加载' })
    screen.getByText('编号 ABCDEF12')
  })
})
