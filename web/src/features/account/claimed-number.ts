import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { keepCampusProof } from './campus-return'

interface Claim {
  msg: string
  proof: string
}

/**
 * Handles code 4: another account has authenticated with this student number. Its owner logs in to it and the campus
 * account is bound; a stranger's account loses the number by `separate`.
 */
export async function settleClaim({ msg, proof }: Claim, separate: () => void): Promise<void> {
  const answer = await showModal({
    content: `${msg}。\n是你的账号：先登录它，学校的账号会自动绑定。不是你的：继续后，学号会转到你的新账号。`,
    confirmText: '是我的',
    cancelText: '不是我的',
    showClose: true,
  })
  if (answer === 'cancel') return separate()
  if (answer !== 'confirm') return
  keepCampusProof(proof)
  toast('请登录原来的账号，10 分钟内有效')
}
