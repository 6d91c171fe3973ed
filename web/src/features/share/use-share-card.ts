import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import { useEffect } from 'react'
import { inWechat } from '../../platform/wechat'
import { usePage } from '../../router/page-context'
import { shareData } from './share-data'

/** Tells WeChat what its own menu shall share while this page is shown. A failure shows nothing. */
export function useShareCard(info: CurriculumInfo | undefined): void {
  const { active } = usePage()
  useEffect(() => {
    if (!info || !active || !inWechat()) return
    let here = true
    import('../../platform/wechat-share')
      .then(({ shareInWechat }) => shareInWechat(() => (here ? shareData(info) : null)))
      .catch(() => {})
    return () => {
      here = false
    }
  }, [info, active])
}
