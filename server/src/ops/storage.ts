import { createStorage } from '../adapters/storage/create'
import { appOrigins } from '../http/cors'
import { type OpsCommands, orFail } from './command'

export const storage: OpsCommands = {
  rules: {
    usage: 'storage rules                     在对象存储的桶里设置生命周期和跨域规则（DXX_STORAGE=s3）',
    async run({ config, audited, print }) {
      const origins = [
        orFail(config.publicUrl, '请先设置 DXX_PUBLIC_URL：桶只允许这个网址的页面读取和上传。'),
        ...appOrigins,
      ]
      const files = createStorage(config.storage, config)
      const setRules = orFail(files.setRules, 'DXX_STORAGE 不是 s3，不需要规则：未完成的文件由应用自己删除。')
      await audited(
        () => setRules(origins),
        () => ({ target: { kind: 'storage', id: 'rules', name: '桶的规则' }, before: {}, after: { origins } }),
      )
      print('已设置：一天后删除没有合并的分段，三天后删除没有检查的上传；网站和手机应用的页面可以读取和上传。')
    },
  },
}
