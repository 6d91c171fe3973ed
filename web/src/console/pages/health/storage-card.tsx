import type { SiteHealth } from '@dxx/contract/calls/staff/site'
import { bytesText } from '../../../ui/bytes-text'
import { ageText } from '../../kit/age'
import { timeText } from '../../kit/time'
import { Figure, HealthCard, HealthFigures } from './figure'

type StorageCardProps = Pick<SiteHealth, 'storage' | 'backup'> & { now: number }

/** Size of the stored data, and the last backup. */
export function StorageCard({ storage, backup, now }: StorageCardProps) {
  return (
    <HealthCard
      title="存储与备份"
      note={storage ? `每 10 分钟测量一次，上次 ${ageText(storage.at, now)}` : '每 10 分钟测量一次，还没有测量过'}
    >
      <HealthFigures>
        {storage && (
          <>
            <Figure name="数据库">{bytesText(storage.databaseBytes)}</Figure>
            <Figure name={`文件（${storage.place}）`}>{bytesText(storage.fileBytes)}</Figure>
            <Figure name="文件数">{storage.files.toLocaleString('zh-CN')}</Figure>
          </>
        )}
        {backup && (
          <>
            <Figure name="上次备份">{timeText(backup.at, now)}</Figure>
            <Figure name="备份大小">{bytesText(backup.bytes)}</Figure>
            <Figure name="用时">{backup.seconds} 秒</Figure>
          </>
        )}
      </HealthFigures>
      <p className="mt-2 text-12 wrap-anywhere text-ink-3">
        {backup
          ? `${backup.file}，${ageText(backup.at, now)}完成；其中没有上传的文件，请一并备份。`
          : '还没有备份过：请在服务器上执行 npm run backup -- <备份文件>，并每天定时执行。'}
      </p>
    </HealthCard>
  )
}
