import type { StaffPerson } from '@dxx/contract/calls/staff/staff'
import { useState } from 'react'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { callStaff } from '../../api/client'
import { staffQueryClient } from '../../api/hooks'
import { Confirm } from '../../kit/confirm'

interface BulkLogOutProps {
  people: StaffPerson[]
  onClose(): void
  onDone(): void
}

/** Ends the sessions of several staff members, one call each, and shows how many were logged out. */
export function BulkLogOut({ people: chosen, onClose, onDone }: BulkLogOutProps) {
  // Leaves out the user: ending the session of the user would make the remaining calls fail.
  const people = chosen.filter(({ isMe }) => !isMe)
  const [running, setRunning] = useState(false)
  async function run(reason: string) {
    if (running) return
    setRunning(true)
    let reached = 0
    try {
      for (const { id } of people) {
        await callStaff('POST /staff/v1/person_log_out', { id, reason })
        reached++
      }
      toast(`已让 ${reached} 人退出登录`)
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.name !== 'proof-required') toast(`${reached} 人已退出，其余没有：${error.msg}`)
    } finally {
      setRunning(false)
      void staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/people_list'] })
    }
  }
  const names = people.slice(0, 3).map(({ nickname }) => nickname)
  return (
    <Confirm
      open
      onClose={onClose}
      title={`让 ${people.length} 人退出管理台？`}
      effect={`${names.join('、')}${people.length > 3 ? `等 ${people.length} 人` : ''}的登录立即失效，没有保存的内容会丢失；授权不变。`}
      confirm={`让 ${people.length} 人退出登录`}
      reason={{ label: '原因（记入操作记录）' }}
      running={running}
      onConfirm={(reason) => void run(reason)}
    />
  )
}
