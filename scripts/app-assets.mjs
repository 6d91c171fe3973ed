// Adds icons, splash screens, permissions and app links to the native projects. Every app build repeats this.
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib.mjs'

const assets = join(root, 'app/assets')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** 2.4.4 becomes 20404: stores require a growing number per release. */
const number = version.split('.').reduce((sum, part) => sum * 100 + Number(part), 0)

function edit(file, change) {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after !== before) writeFileSync(file, after)
}

/** Inserts the text `part` before the text `mark` unless present; throws if Capacitor's template lacks `mark`. */
function insert(text, mark, part) {
  if (text.includes(part)) return text
  if (!text.includes(mark)) throw new Error(`no ${mark} to put ${part} before`)
  return text.replace(mark, `${part}${mark}`)
}

/** Texts that iOS shows when the app requests a permission; the app's own permission hints use the same texts. */
const reasons = {
  NSCameraUsageDescription: '用于扫描二维码和拍摄照片',
  NSPhotoLibraryUsageDescription: '用于选择头像和上传图片',
  NSLocationWhenInUseUsageDescription: '用于显示你附近的学习地点',
}
const permissions = ['CAMERA', 'ACCESS_COARSE_LOCATION', 'ACCESS_FINE_LOCATION', 'VIBRATE']

/**
 * Throws if a native project lacks an entry (a new Capacitor template may have moved it) or requests other permissions.
 */
export function checkAssets(folder, site) {
  const { host } = new URL(site)
  const expected = {
    'android/app/src/main/AndroidManifest.xml': [
      `android:host="${host}"`,
      'android:scheme="duoxiangxue"',
      'android:allowBackup="false"',
      ...permissions.map((name) => `android.permission.${name}"`),
    ],
    'android/app/build.gradle': [`versionCode ${number}`, `versionName "${version}"`],
    'android/app/src/main/res/drawable/splash.xml': ['@drawable/ic_launcher_foreground'],
    'ios/App/App/Info.plist': ['<string>zh_CN<', '<string>duoxiangxue<', ...Object.entries(reasons).flat()],
    'ios/App/App/App.entitlements': [`applinks:${host}`],
    'ios/App/App.xcodeproj/project.pbxproj': [
      `MARKETING_VERSION = ${version};`,
      `CURRENT_PROJECT_VERSION = ${number};`,
      'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;',
    ],
  }
  for (const [file, parts] of Object.entries(expected)) {
    const text = readFileSync(join(folder, file), 'utf8')
    const missing = parts.filter((part) => !text.includes(part))
    if (missing.length > 0) throw new Error(`${file} lacks ${missing.join(', ')}`)
    const asked = [...text.matchAll(/android\.permission\.(\w+)/g)].map(([, name]) => name)
    const unwanted = asked.filter((name) => name !== 'INTERNET' && !permissions.includes(name))
    if (unwanted.length > 0) throw new Error(`${file} asks for ${unwanted.join(', ')}`)
  }
}

export function addAndroidAssets(project, site) {
  const main = join(project, 'app/src/main')
  const { host } = new URL(site)
  edit(join(main, 'AndroidManifest.xml'), (text) => {
    const view =
      '<action android:name="android.intent.action.VIEW" /><category android:name="android.intent.category.DEFAULT" /><category android:name="android.intent.category.BROWSABLE" />'
    const links = [
      `<intent-filter android:autoVerify="true">${view}<data android:scheme="https" android:host="${host}" /></intent-filter>\n        `,
      `<intent-filter>${view}<data android:scheme="duoxiangxue" /></intent-filter>\n        `,
    ]
    const asked = permissions.map((name) => `<uses-permission android:name="android.permission.${name}" />\n`)
    const optional = '<uses-feature android:name="android.hardware.camera" android:required="false" />\n'
    let changed = links.reduce((sum, part) => insert(sum, '</activity>', part), text)
    changed = [...asked, optional].reduce((sum, part) => insert(sum, '</manifest>', part), changed)
    // User data must not go into a cloud backup.
    return changed.replace('android:allowBackup="true"', 'android:allowBackup="false"')
  })
  edit(join(project, 'app/build.gradle'), (text) =>
    text.replace(/versionCode \d+/, `versionCode ${number}`).replace(/versionName ".*?"/, `versionName "${version}"`),
  )
  const res = join(main, 'res')
  for (const folder of readdirSync(res)) {
    rmSync(join(res, folder, 'splash.png'), { force: true })
    if (!/^mipmap-\w+dpi$/.test(folder)) continue
    rmSync(join(res, folder, 'ic_launcher_foreground.png'), { force: true })
    for (const name of ['ic_launcher.png', 'ic_launcher_round.png'])
      copyFileSync(join(root, 'web/public/icons/192.png'), join(res, folder, name))
  }
  rmSync(join(res, 'drawable-v24/ic_launcher_foreground.xml'), { force: true })
  cpSync(join(assets, 'android'), res, { recursive: true })
}

export function addIosAssets(project, site) {
  const app = join(project, 'App/App')
  edit(join(app, 'Info.plist'), (text) => {
    const asked = Object.entries(reasons).map(([key, why]) => `\t<key>${key}</key>\n\t<string>${why}</string>\n`)
    const scheme =
      '\t<key>CFBundleURLTypes</key>\n\t<array><dict><key>CFBundleURLSchemes</key><array><string>duoxiangxue</string></array></dict></array>\n'
    const changed = text.replace(/(<key>CFBundleDevelopmentRegion<\/key>\s*<string>)en</, '$1zh_CN<')
    return [...asked, scheme].reduce((sum, part) => insert(sum, '</dict>\n</plist>', part), changed)
  })
  writeFileSync(
    join(app, 'App.entitlements'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>com.apple.developer.associated-domains</key><array><string>applinks:${new URL(site).host}</string></array></dict></plist>\n`,
  )
  edit(join(project, 'App/App.xcodeproj/project.pbxproj'), (text) =>
    text
      .replace(/MARKETING_VERSION = .*?;/g, `MARKETING_VERSION = ${version};`)
      .replace(/CURRENT_PROJECT_VERSION = .*?;/g, `CURRENT_PROJECT_VERSION = ${number};`)
      .replace(
        /(?<!App\.entitlements;\s*)INFOPLIST_FILE =/g,
        'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;\n\t\t\t\tINFOPLIST_FILE =',
      ),
  )
  const pictures = join(app, 'Assets.xcassets')
  copyFileSync(join(assets, 'icon-1024.png'), join(pictures, 'AppIcon.appiconset/AppIcon-512@2x.png'))
  for (const name of readdirSync(join(pictures, 'Splash.imageset')).filter((name) => name.endsWith('.png')))
    copyFileSync(join(assets, 'splash-1366.png'), join(pictures, 'Splash.imageset', name))
}
