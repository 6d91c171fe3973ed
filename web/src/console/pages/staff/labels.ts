import type { StaffState } from '@dxx/contract/calls/staff/staff'
import type { Role } from '@dxx/contract/staff'
import type { Tone } from '../../kit/tag'

export const stateNames: Record<StaffState, string> = { live: '在用', resting: '已停用', ended: '已结束' }

/** Colour of each role tag; the name of the role is always shown too. */
export const roleTones: Record<Role, Tone> = {
  owner: 'amber',
  operator: 'green',
  support: 'grey',
  finance: 'red',
  school_admin: 'violet',
  teacher: 'blue',
  editor: 'teal',
  grader: 'rose',
}
