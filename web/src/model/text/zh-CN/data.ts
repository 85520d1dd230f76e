import type { PasteProblem } from "../../paste-notice.ts";
import type { DataText } from "../translation.ts";
import { said } from "./said.ts";

export const data: DataText = {
  data: {
    intro:
      "任何一个数都可以直接改，也可以粘贴一张表：NumPy、PyTorch、CSV、JSON、MATLAB、Julia、LaTeX 都行。数据不会离开浏览器。",
    table: "数据：每行一个物体，每列一个特征",
    item: "物体",
    values: "值",
    keys: "键",
    attend: "参与",
    attendNote: "“参与”一栏没有勾选的物体被遮蔽，权重恰好为 0。",
    attendTo: (item) => said`让${item}参与`,
    itemName: (i) => `第 ${i} 个物体的名称`,
    featureName: (j) => `第 ${j} 个特征的名称`,
    addItem: "添加物体",
    addFeature: "添加特征",
    removeItem: (item) => said`删除${item}`,
    removeFeature: (feature) => `删除${feature.startsWith("特征 ") ? feature : `特征“${feature}”`}`,
    notAWidth: (typed) => `“${typed}”不能作宽度：σ 应大于 0。图上保留上一个值。`,
    linkKept: "网址和链接里是最近一组算得出结果的数，不是表里现在的数。",
    separateKeys: "键与值分开",
    keysNote: "与查询相比的是键，求加权平均的是值。不分开时，值就是键。",
    undo: "撤销",
    redo: "重做",
    reset: "重置",
    resetNote: "回到这个场景打开时的样子：数据、评分和温度",
    blank: "从空表开始",
    items: "个物体",
    features: "个特征",
    paste: "粘贴表格",
    open: "打开文件",
    drop: "把文件放在这里",
    pasteHere: "在此粘贴或输入表格",
    use: "使用这些数",
    cancel: "取消",
    reads: (rows, columns) => `读作 ${rows} 个物体，每个 ${columns} 个特征。`,
    copyAs: "复制为",
    copied: (what) => `已复制 ${what}`,
    copyFailed: "浏览器不允许在这里复制：请选中文字自行复制。",
    tables: {
      training: "训练过程",
      sweep: "温度扫描",
      normalizers: "归一化表",
      maps: "图中的权重",
      times: "实测时间",
    },
    nothingYet: "还没有可取的：正在计算，或者尚未测量。",
    picture: "图片",
    semicolon: "；",
    stop: "。",
    pictureReady: (what) => `${what} 已生成`,
    pictureFailed: "浏览器没能在这里画出图片。",
    download: (file) => `下载 ${file}`,
    noDownloads: "浏览器不允许在这里下载：请右键点击图片，或长按图片，自行保存。",
    after: (source) => `推导据 ${source}`,
    parameters: "评分函数的参数",
  },

  paste: {
    kept: "原来的数据没有动。",
    decoded: (encoding, sample) =>
      `文件按 ${encoding} 读入${sample === "" ? "" : `：“${sample}”`}。如果文字不对，请换一种编码：`,
    file: {
      binary: "这个文件不是文本。请把表格另存为 CSV 再打开。",
      unknown: "认不出这个文件的编码。请另存为 UTF-8，或者选择一种：",
    },
    problem: (p) => {
      const part = p.part === undefined ? "" : `“${p.part}”中，`;
      const place =
        p.row === undefined
          ? ""
          : p.column === undefined
            ? `第 ${p.row} 行：`
            : `第 ${p.row} 行第 ${p.column} 列：`;
      return `${part}${place}${pasteProblem(p)}`;
    },
    notice: (n) => {
      switch (n.kind) {
        case "decimal-comma":
          return "逗号按小数点读入。";
        case "comma-separates":
          return "逗号按分隔符读入，但它也可能是小数点。";
        case "lines-joined":
          return "括号里的几行按 NumPy 的打印方式连成了一行。";
        case "vector":
          return n.as === "row"
            ? "这是一个向量，读成一行，也就是一个物体。"
            : "这是一个向量，读成一列，也就是一个特征。";
        case "names":
          return `${[...(n.features ? ["特征"] : []), ...(n.labels ? ["物体"] : [])].join("和")}的名称也已读入。`;
        case "rounded":
          return `打印出来的数可能只保留了 ${n.decimals} 位小数。`;
        case "scaled":
          return `所有数都乘上了打印在前面的因子 ${n.factor}。`;
        case "single-precision":
          return "这些数在程序里是 32 位浮点数，有的从第 8 位数字起会有出入。这里按写出的样子读入。";
        case "blank-lines":
          return "空行隔开了几段，已合起来读成一张表。";
        case "members":
          return n.alternative.column
            ? "每个成员读成一行，也就是一个物体。"
            : "每个成员读成一列，也就是一个特征。";
        case "digits-apart":
          return "空格按分隔符读入，但它也可能只是给数字分节。";
        case "grouped":
          return `“${n.cell}”里的数字是分节写的，已读成一个数。`;
        case "comments":
          return n.lines === 1 ? "略过了 1 处注释。" : `略过了 ${n.lines} 处注释。`;
        case "passed-over":
          return `略过了数旁边的文字：“${n.text}”。`;
        case "unread":
          return `没有读入（这里用不上）：${n.names.map((name) => `“${name}”`).join("、")}。`;
        case "numbers-as-names":
          return n.alternative.features
            ? "第一行按数读入，但它也可能是特征的名称。"
            : "第一列按数读入，但它也可能是物体的名称。";
        case "non-finite": {
          const cells = n.cells.slice(0, 6).map((c) => `第 ${c.row} 行第 ${c.column} 列`);
          const more = n.cells.length > 6 ? `等 ${n.cells.length} 处` : "";
          return `不是有限数：${cells.join("、")}${more}。这样的格子留在表里，但算不出得分。`;
        }
      }
    },
    alternative: (options) => {
      if (options.decimalComma !== undefined)
        return options.decimalComma ? "把逗号读作小数点" : "把逗号读作分隔符";
      if (options.thousands) return "把逗号读作千位分隔";
      if (options.grouping !== undefined)
        return options.grouping ? "把空格读作分节符" : "把空格读作分隔符";
      if (options.comments !== undefined) return options.comments ? "把注释读作行" : "略过注释";
      if (options.features !== undefined)
        return options.features ? "把第一行读作名称" : "把第一行读作数";
      if (options.labels !== undefined)
        return options.labels ? "把这一列读作名称" : "把这一列读作数";
      if (options.factor !== undefined) return options.factor ? "所有数都乘上它" : "按原样读入";
      if (options.lineRows !== undefined) return "每行读作一行";
      if (options.continuation !== undefined) return "把“...”读作续行";
      return options.column ? "读成一列" : "读成一行";
    },
  },
};

function pasteProblem(p: PasteProblem): string {
  const cell = `“${p.cell ?? ""}”`;
  switch (p.kind) {
    case "empty":
      return "这一格是空的，请填上。";
    case "missing":
      return `${cell}表示缺失，请填上一个数。`;
    case "word":
      return `${cell}不是数。名称只能放在第一行、第一列或最后一列。`;
    case "operator":
      return /^[-ー]$/.test(p.cell ?? "")
        ? `${cell}单独出现。负数请写成 −2，负号后面不要空格。`
        : `${cell}单独夹在数之间，请去掉它，或者写出运算结果。`;
    case "expression":
      return `${cell}是算式，这里不代为计算，请写结果。`;
    case "fraction":
      return `${cell}是分数，请写成小数，例如 0.5。`;
    case "complex":
      return `${cell}是复数，这里只能用实数。`;
    case "percent":
      return `${cell}是百分数，50% 请写成 0.5。`;
    case "grouped":
      return `${cell}带有千位分隔，或有两种小数点，请写成 1234.5 的样子。`;
    case "comma":
      return `${cell}里的逗号可能是小数点，也可能是千位分隔。请改用小数点，或去掉逗号。`;
    case "out-of-range":
      return `${cell}太大或太小，超出浮点数的范围。`;
    case "not-a-number":
      return `${cell}不是数，请改正。`;
    case "left-out":
      return p.alternatives === undefined
        ? "这里省略了一些数（“...”）。请完整打印，例如先设置 set_printoptions(threshold=10**6)。"
        : "“...”可能是续行，也可能是省略。请选择一种，或去掉再粘贴。";
    case "boolean":
      return `${cell}不是数，而是布尔值。请写成 1 或 0，或者用作掩码。`;
    case "constant":
      return `${cell}不是数，而是名称。请写出它的数值。`;
    case "mixed":
      return `${cell}与旁边的层次不同。每一行都应是一列数。`;
    case "unclosed-quote":
      return "引号从这里开始，却没有结束。";
    case "ragged":
      return `应有 ${p.wanted} 个，这里有 ${p.found} 个。各行要一样长。`;
    case "dimensions":
      return p.dimensions > 8
        ? "括号嵌套太深，请只粘贴一个矩阵。"
        : `这是 ${p.dimensions} 维数组，请只粘贴其中一个矩阵，例如 x[0]。`;
    case "shape":
      return `标题写的是 ${p.stated.join(" × ")}，实际只有 ${p.found.join(" × ")}。请复制完整。`;
    case "misfit":
      return `大小是 ${p.found.join(" × ")}，与表格相配的应是 ${p.stated.join(" × ")}。改好之前，这份数据一概不采用。`;
    case "too-large":
      return `共 ${p.rows} 行 ${p.columns} 列，太多了。最多可读 256 行、64 列。`;
    case "too-long":
      return `文本有 ${p.length} 个字符，最多可读 ${p.limit} 个。`;
    case "nothing":
      return "里面没有数。";
    case "no-numbers":
      return "里面只有文字，没有数。";
    case "no-table":
      return "这个对象里没有表格。请把各行放在“X”之下。";
    case "unclosed":
      return `结尾缺失：${cell}没有对应的结束符号。请复制完整。`;
    case "unexpected":
      return `${cell}不该出现在这里。`;
    case "several":
      return "这里不止一个表格，请一次粘贴一个。";
    case "transposed":
      return `${cell}表示转置，请粘贴转置后的结果。`;
    case "operation":
      return `${cell}会改变这些数，请粘贴运算后的结果。`;
    case "recast":
      return `${cell}会把这些数变成别的数，请粘贴转换后的结果。`;
    case "factor":
      return `数的前面有${cell}。打印出来的数可能已经乘过它，也可能没有，请选择。`;
    case "commented-row":
      return `${cell}带有注释记号，但格数与其他行相同。请选择一种读法。`;
    case "duplicate":
      return `${cell}出现了两次，请只留一个。`;
    case "reference":
      return `${p.cell === undefined ? "这里" : cell}只有名称或大小，没有里面的数。请把数打印出来。`;
    case "sparse":
      return "这是稀疏格式，没有打印出为 0 的数。请先转成稠密格式再打印，例如用 to_dense()。";
    case "number-in-name":
      return `${cell}可能是一个名称加一个数，也可能整个是名称。请把它们分开，或者选择一种读法。`;
    case "column-blocks":
      return "各列被分成几段打印，而几段对不上。请全部复制，或并排打印。";
  }
}
