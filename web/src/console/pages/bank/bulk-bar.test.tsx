import type { BankQuestion } from '@dxx/contract/calls/staff/bank'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { StaffData } from '../../api/client'
import { renderConsole } from '../../testing.fixture'
import { BulkBar } from './bulk-bar'

afterEach(cleanup)

const chapters = [
  { id: 'c1', title: '极限' },
  { id: 'c2', title: '导数' },
]
const bankOf = (id: string) => ({ id, kind: 'bank', title: id, questions: 2, drafts: 0, chapters, tags: [] })
const banks = ['maths', 'physics'].map(bankOf) as unknown as StaffData<'GET /staff/v1/bank_list'>
const question = (id: string, bank: string) =>
  ({ id, bank: { id: bank, title: bank }, state: 'published' }) as unknown as BankQuestion

const show = (questions: BankQuestion[]) =>
  renderConsole(<BulkBar questions={questions} banks={banks} onDone={() => {}} />)

describe('BulkBar', () => {
  it('moves questions of one bank, also if the list shows all banks', () => {
    show([question('a', 'maths'), question('b', 'maths')])
    expect(screen.queryByRole('button', { name: '移到章节' })).not.toBeNull()
  })

  it('does not move questions of several banks together', () => {
    show([question('a', 'maths'), question('b', 'physics')])
    expect(screen.queryByRole('button', { name: '移到章节' })).toBeNull()
  })
})
