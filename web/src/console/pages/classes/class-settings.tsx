import { useState } from 'react'
import { useLocation } from 'wouter'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { offerUndo } from '../../kit/undo'
import type { ClassDetail } from './class-detail'
import { ClassDialog } from './class-dialog'
import { GrantsDialog } from './grants-dialog'
import { TermDialog } from './term-dialog'

/** Settings of a class: its facts, terms of the school, teachers, and archiving. */
export function ClassSettings({ of, onClose }: { of: ClassDetail; onClose(): void }) {
  const [, go] = useLocation()
  const [step, setStep] = useState<'menu' | 'facts' | 'term' | 'grants'>('menu')
  const changes = ['GET /staff/v1/class_list' as const, 'GET /staff/v1/class_detail' as const]
  const restore = useStaffAction('POST /staff/v1/class_archive', { changes, onDone: onClose })
  const archive = useStaffAction('POST /staff/v1/class_archive', {
    changes,
    onDone: () => {
      offerUndo(`已归档${of.name}`, () => void restore.run({ id: of.id, restore: true }))
      onClose()
    },
  })
  if (step === 'facts') return <ClassDialog stored={of} onClose={onClose} />
  if (step === 'grants') return <GrantsDialog of={of} onClose={onClose} />
  if (step === 'term') return <TermDialog schoolId={of.school.id} onClose={() => setStep('menu')} />
  return (
    <Dialog open onClose={onClose} title={of.name}>
      <div className="grid gap-2">
        <ConsoleButton onClick={() => setStep('facts')} data-autofocus>
          修改名称、学院、年级和学期
        </ConsoleButton>
        <ConsoleButton onClick={() => setStep('grants')}>授予内容</ConsoleButton>
        <ConsoleButton onClick={() => setStep('term')}>新增学期</ConsoleButton>
        <ConsoleButton onClick={() => go('/staff?role=teacher')}>任课教师：到员工与权限里授权</ConsoleButton>
        {of.archivedAt === null ? (
          <ConsoleButton kind="danger" loading={archive.running} onClick={() => void archive.run({ id: of.id })}>
            归档（学生和成绩都留着）
          </ConsoleButton>
        ) : (
          <ConsoleButton loading={restore.running} onClick={() => void restore.run({ id: of.id, restore: true })}>
            取消归档
          </ConsoleButton>
        )}
      </div>
    </Dialog>
  )
}
