export declare function reduceGarbageCollection(): void;
