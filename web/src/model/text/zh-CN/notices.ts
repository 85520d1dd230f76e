import type { NoticesText } from "../translation.ts";
import { said } from "./said.ts";

export const notices: NoticesText = {
  label: "关于这个链接",
  dismiss: "关闭",
  cut: (found, length) =>
    `这个链接不完整：${length} 个字符只到了 ${found} 个，因此完全没有采用。请打开完整的链接。`,
  altered:
    "这个链接不完整或被改动过：校验不符，因此完全没有采用。如果是手工修改的，请删去其中的“c=…”。",
  garbled: "这是本页的链接，但在途中被改动了：其中的“=”和“&”已不在原处，因此完全没有采用。",
  unread: (piece) => `“${piece}”无法读取，未采用。`,
  long: "这个链接太长，不会出自本页，因此完全没有采用。",
  version: (version) =>
    `这个链接的版本是“${version}”，本页不认识，应出自更新的版本，因此完全没有采用。`,
  unused: (key) => `“${key}”在链接受校验的部分之外，没有采用。`,
  repeated: (key) => `“${key}”出现不止一次，以第一个为准。`,
  faults: {
    choice: (found) => `“${found}”不是可选的值`,
    number: (found) => `“${found}”不是有限的数`,
    range: (found) => `“${found}”超出了范围`,
    names: (found) => `“${found}”无法读成名称`,
    shape: () => "个数与其他数据对不上",
    size: () => "超过了 256 行或 64 列",
    missing: () => "没有给出",
    nothing: () => "没有留下可关注的对象",
  },
  where: (row, column) =>
    column === undefined ? `（第 ${row} 行）` : `（第 ${row} 行第 ${column} 列）`,
  replaced: (key, why, instead) => `“${key}”：${why}，改用 ${instead}。`,
  leftOut: (key, why) => `“${key}”：${why}，改用默认值。`,
  underivable: (key, why, instead) => said`“${key}”无法计算。${why}这里改用 ${instead}。`,
};
