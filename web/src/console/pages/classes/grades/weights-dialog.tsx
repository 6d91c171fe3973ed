import { allGradeCategories, type GradebookSettings, gradeCategories } from '@dxx/contract/rules/gradebook'
import { useState } from 'react'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { SmallNumber } from '../assignments/small-number'

interface WeightsDialogProps {
  /** The class, and the term that is shown. */
  book: { class: string; term: string }
  settings: GradebookSettings
  onClose(): void
}

/** Weights of the categories, and the number of lowest scores that do not count. */
export function WeightsDialog({ book, settings, onClose }: WeightsDialogProps) {
  const [changed, setChanged] = useState(settings)
  const save = useStaffAction('POST /staff/v1/gradebook_settings', {
    changes: ['GET /staff/v1/gradebook'],
    onDone: onClose,
  })
  const sum = allGradeCategories.reduce((all, name) => all + changed[name].weight, 0)
  return (
    <Dialog
      open
      onClose={onClose}
      title="总评怎么算"
      note="没有得分的一类不计入，其余的按比例"
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton
            kind="amber"
            loading={save.running}
            disabled={sum === 0}
            onClick={() => void save.run({ ...book, settings: changed })}
          >
            保存
          </ConsoleButton>
        </>
      }
    >
      <div className="rounded-cover bg-fill px-3">
        {allGradeCategories.map((name) => (
          <div key={name} className="flex min-h-13 flex-wrap items-center gap-4 border-t border-line first:border-0">
            <b className="w-12 font-semibold">{gradeCategories[name]}</b>
            <SmallNumber
              label={`${gradeCategories[name]}的权重`}
              prefix="占"
              unit="%"
              most={100}
              value={changed[name].weight}
              onChange={(weight) => setChanged({ ...changed, [name]: { ...changed[name], weight } })}
            />
            <SmallNumber
              label={`${gradeCategories[name]}去掉最低几次`}
              prefix="去掉最低"
              unit="次"
              most={20}
              value={changed[name].drop}
              onChange={(drop) => setChanged({ ...changed, [name]: { ...changed[name], drop } })}
            />
          </div>
        ))}
      </div>
      {sum !== 100 && (
        <p className="mt-2 text-12 text-amber">{sum === 0 ? '至少要有一类计入' : `合计 ${sum}%，会按比例换算`}</p>
      )}
    </Dialog>
  )
}
