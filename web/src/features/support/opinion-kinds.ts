import type { Opinion, OpinionKind } from '@dxx/contract/calls/support'
import type { TagTone } from '../../ui/tag'

export const opinionKinds: { value: OpinionKind; title: string }[] = [
  { value: 'bug', title: '功能异常' },
  { value: 'content', title: '内容有误' },
  { value: 'idea', title: '产品建议' },
  { value: 'pay', title: '订单支付' },
  { value: 'other', title: '其他' },
]

export const opinionStates: Record<Opinion['state'], { title: string; tone: TagTone }> = {
  waiting: { title: '待处理', tone: 'grey' },
  handling: { title: '处理中', tone: 'amber' },
  answered: { title: '已回复', tone: 'green' },
}
