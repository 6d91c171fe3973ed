import { useState } from 'react'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { invalidateCalls, useCall } from '../../api/use-call'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { Cell } from '../../ui/cell'
import { CampusSchools } from './campus-schools'
import { useCampusBind } from './use-campus-bind'

/** Campus accounts in the settings: bind one, or unbind it. */
export function CampusCells() {
  const { data: bound } = useCall('GET /v1/campus_bindings', {})
  const { data: schools } = useCall('GET /v1/campus_schools', {}, { supporting: true })
  const [choosing, setChoosing] = useState(false)
  const bind = useCampusBind('/pages/setting/index')
  const unbind = useAction('POST /v1/campus_unbind', {
    onDone: () => {
      void invalidateCalls('GET /v1/campus_bindings')
      toast('校园账号已解绑')
    },
  })

  async function change(schoolId: string, school: string) {
    // Without a mobile number, the campus account may be the only login method.
    if (requireMobile()) return
    const answer = await showModal({
      content: `解绑后不能再用${school}的校园账号登录，学生认证保留。确定解绑吗？`,
      confirmText: '解绑',
      type: 2,
    })
    if (answer === 'confirm') void unbind.run({ schoolId })
  }

  const busy = bind.running || unbind.running
  if (!bound || (bound.length === 0 && !schools?.length)) return null
  return (
    <>
      {bound.map(({ schoolId, school, studentNo }) => (
        <Cell
          key={schoolId}
          title="校园账号"
          value={busy ? '请稍候…' : `${school} ${studentNo}`}
          onClick={() => !busy && void change(schoolId, school)}
        />
      ))}
      {bound.length === 0 && (
        <Cell title="校园账号" value={busy ? '请稍候…' : '未绑定'} onClick={() => !busy && setChoosing(true)} />
      )}
      <CampusSchools
        open={choosing}
        onClose={() => setChoosing(false)}
        onChoose={(id) => {
          setChoosing(false)
          void bind.start(id)
        }}
      />
    </>
  )
}
