/** The declarations of the package: they need nothing but TypeScript's own DOM. */
import type {
  Change,
  SoftmaxBridgeAttributes,
  SoftmaxBridgeElement,
} from "./types/view/element.js";

export type { Change, SoftmaxBridgeAttributes, SoftmaxBridgeElement };

export type SoftmaxBridge = SoftmaxBridgeElement;
export declare const SoftmaxBridge: {
  new (): SoftmaxBridgeElement;
  readonly prototype: SoftmaxBridgeElement;
};

declare global {
  interface HTMLElementTagNameMap {
    "softmax-bridge": SoftmaxBridgeElement;
  }
  interface HTMLElementEventMap {
    "softmax-bridge:change": CustomEvent<Change>;
  }
}

// What follows counts where the framework is installed. Elsewhere there is no such module to add to.

// @ts-ignore
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore
      "softmax-bridge": DetailedHTMLProps<
        HTMLAttributes<SoftmaxBridgeElement>,
        SoftmaxBridgeElement
      > &
        SoftmaxBridgeAttributes;
    }
  }
}

// @ts-ignore
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore
      "softmax-bridge": HTMLAttributes<SoftmaxBridgeElement> & SoftmaxBridgeAttributes;
    }
  }
}

// @ts-ignore
declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore
      "softmax-bridge": HTMLAttributes<SoftmaxBridgeElement> & SoftmaxBridgeAttributes;
    }
  }
}

// @ts-ignore
declare module "vue" {
  interface GlobalComponents {
    "softmax-bridge": new () => { $props: SoftmaxBridgeAttributes };
  }
}
