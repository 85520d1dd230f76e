import type { ShareText } from "../translation.ts";
import { said } from "./said.ts";

export const share: ShareText = {
  heading: "分享眼前的画面",
  intro: "数据、步骤、视图和语言全在链接里，服务器什么也不保存。",
  kept: (why) => `这里分享的是最近一组算得出结果的数，不是表里现在的数。${why}`,
  close: "关闭",

  address: "公开网址",
  addressNote:
    "这个文件在你的设备上，它自己的地址别人打不开。别人在哪里能打开这个网页？链接、代码片段和二维码都据此生成，另存的文件也会记住它。",
  link: "链接",
  linkNote: "打开就是眼前的画面，页面在，链接就有效。",
  long: "超过 300 个字符：多数程序能完整传递，二维码则放不下。",
  tooLong:
    "超过 2000 个字符：有些程序会截断。被截断的链接会如实提示，什么也不打开；下面的文件能带走全部内容。",
  length: (characters) => `${characters} 个字符`,

  chat: "聊天用链接",
  chatNote:
    "有些聊天软件会丢掉“#”后面的内容，这里改放在“?”后面。唯一的区别：网站的服务器也能看到它。",

  frame: "内嵌框架",
  frameNote: "用于博客和课程页面，不允许脚本的地方也能用。",
  width: "宽",
  height: "高",
  fitted: "用脚本让高度随内容变化",

  element: "网页元素",
  elementNote: "用于可以加脚本的页面。同一页放多个，数学部分只加载一次。",

  code: "二维码",
  codeNote: "打开的是同一个链接。",
  codeTooLong: "链接太长，做成的二维码投在墙上手机扫不出来。",

  file: "单个文件",
  fileNote: "把页面连同这些数据存成一个文件，没有网络也能打开。",
  download: "下载",
  downloaded: "文件已下载。",
  fileMissing: "这个页面旁边没有这个文件。",

  class: "用于课堂",
  form: "打开为",
  forms: {
    page: "完整页面",
    present: "演示",
    predict: "先猜后看",
    worksheet: "可打印的练习",
    results: "全班作答的表格",
  },
  without: "去掉部分控件",
  controls: {
    controls: "全部控件",
    view: "视图",
    scene: "场景",
    x: "数据",
    q: "查询",
    score: "评分",
    t: "温度",
    step: "步骤",
    article: "文章",
    share: "分享",
    lang: "语言",
    theme: "配色",
  },

  copy: "复制",
  copyWhat: (what) => said`复制${what}`,
  copied: "已复制",
  selected: "浏览器不允许这个页面复制。文字已选中，请按 Ctrl+C 或 ⌘C 复制。",
};
