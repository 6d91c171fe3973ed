import type { RosterChange, RosterImport } from '@dxx/contract/calls/staff/classes'
import type { Tone } from '../../../kit/tag'

export const importStates: Record<RosterImport['state'], { name: string; tone: Tone }> = {
  reading: { name: '正在读', tone: 'blue' },
  ready: { name: '等待确认', tone: 'amber' },
  applying: { name: '正在更新', tone: 'blue' },
  done: { name: '已更新', tone: 'green' },
  failed: { name: '有错误', tone: 'red' },
  cancelled: { name: '已放弃', tone: 'grey' },
}

export const changeNames: Record<RosterChange, string> = {
  new: '新增',
  changed: '改名',
  moved: '转班',
  joined: '进教学班',
  missing: '名册里没有',
  same: '没有变化',
}
