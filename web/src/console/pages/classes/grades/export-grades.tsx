import { useState } from 'react'
import { toast } from '../../../../state/flash'
import type { StaffData } from '../../../api/client'
import { useStaffAction } from '../../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { SelectField } from '../../../kit/fields'
import { saveBase64 } from '../../../kit/save-text'

type Format = 'moodle' | 'canvas' | 'registry'

/** Exports the gradebook for another system; names need their own permission. */
export function ExportGrades({ book, onClose }: { book: { class: string; term: string }; onClose(): void }) {
  const mayName = hasAnyPermission(useSignedInStaff(), ['export.names'])
  const [format, setFormat] = useState<Format>('registry')
  const save = ({ fileName, mime, base64, rows }: StaffData<'POST /staff/v1/gradebook_export'>) => {
    saveBase64(fileName, base64, mime)
    toast(`已导出 ${rows} 人`)
    onClose()
  }
  const plain = useStaffAction('POST /staff/v1/gradebook_export', { onDone: save })
  const named = useStaffAction('POST /staff/v1/gradebook_export_names', { onDone: save })
  return (
    <Dialog
      open
      onClose={onClose}
      title="导出成绩册"
      note={mayName ? undefined : '按学号导出；带姓名的要有导出实名数据的权限'}
      actions={
        <>
          <ConsoleButton loading={plain.running} onClick={() => void plain.run({ ...book, format })}>
            导出，按学号
          </ConsoleButton>
          {mayName && (
            <ConsoleButton kind="primary" loading={named.running} onClick={() => void named.run({ ...book, format })}>
              导出，带姓名
            </ConsoleButton>
          )}
        </>
      }
    >
      <SelectField
        label="给哪个系统"
        value={format}
        onChange={(next) => setFormat(next as Format)}
        options={[
          { value: 'registry', label: '教务系统（xlsx）' },
          { value: 'moodle', label: 'Moodle（csv）' },
          { value: 'canvas', label: 'Canvas（csv）' },
        ]}
      />
    </Dialog>
  )
}
